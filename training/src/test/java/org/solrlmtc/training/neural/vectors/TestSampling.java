package org.solrlmtc.training.neural.vectors;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class TestSampling {

  @Test
  void wordsAreSampledByTheThreeQuarterPowerOfTheirCounts() {
    NegativeTable table = new NegativeTable(new int[] {10_000, 16, 1});
    SplittableRandom random = new SplittableRandom(1);
    int[] drawn = new int[3];
    int draws = 1_000_000;
    for (int i = 0; i < draws; i++) {
      drawn[table.sample(random)]++;
    }
    assertEquals(draws * 8 / 1009.0, drawn[1], 400);
    assertEquals(draws * 1 / 1009.0, drawn[2], 150);
    assertEquals(draws, drawn[0] + drawn[1] + drawn[2]);
  }

  @Test
  void theSigmoidIsCloseEverywhere() {
    for (float x = -9; x < 9; x += 0.01f) {
      assertEquals(1 / (1 + Math.exp(-x)), Sigmoid.of(x), 0.003);
    }
  }
}

package org.solrlmtc.training.neural.text;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TestTokenizedActs {
  @Test
  void aSampleIsEvenlySpaced() {
    assertArrayEquals(new int[] {0, 3, 6}, firstWords(acts(10).spread(3)));
    assertArrayEquals(new int[] {0, 1}, firstWords(acts(2).spread(3)));
    assertEquals(0, acts(0).spread(3).size());
  }

  private static TokenizedActs acts(int count) {
    TokenizedActs acts = new TokenizedActs(count);
    IntStream.range(0, count).forEach(act -> acts.add(new int[] {act}, new int[0], 0));
    return acts;
  }

  private static int[] firstWords(TokenizedActs acts) {
    return IntStream.range(0, acts.size()).map(act -> acts.words(act)[0]).toArray();
  }
}

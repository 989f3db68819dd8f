package org.solrlmtc.training.neural.text;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TestTokenizedActs {
  @Test
  void aSampleIsSpreadOverAllActs() {
    assertArrayEquals(new int[] {0, 3, 6}, firstWords(acts(10).spread(3)));
    assertArrayEquals(new int[] {0, 1}, firstWords(acts(2).spread(3)));
    assertEquals(0, acts(0).spread(3).size());
  }

  @Test
  void equalTokensOfSeveralIdsAreOneRow() {
    TokenizedActs acts = new TokenizedActs(9, 2, 1);
    acts.add(new int[] {3, 4, 5, 6, 3, 4}, new int[] {0}, 1);
    acts.add(new int[] {5, 6, 3, 5}, new int[] {1}, 1, new int[] {1, 1});
    acts.add(new int[0], new int[0], 0);
    Batch batch = Batch.of(acts, new int[] {0, 1, 2});
    assertEquals(4, batch.rowCount());
    assertArrayEquals(new long[] {3, 4, 5, 6, 3, 5, 1, 1}, batch.ids());
    assertArrayEquals(new int[] {3, 2, 1}, batch.lengths());
    assertArrayEquals(
        new int[] {0, 1, 0, 1, 2, Batch.NONE, 3, Batch.NONE, Batch.NONE}, batch.rows());
    assertArrayEquals(new int[][] {{3}, {1, 1}, {1}}, batch.sectionLengths());
    assertEquals(acts.fingerprint(), acts.spread(3).fingerprint());
    assertArrayEquals(new long[] {5, 6, 3, 5}, Batch.of(acts, new int[] {1}).ids());
    assertNotEquals(acts.fingerprint(), acts.spread(2).fingerprint());
  }

  private static TokenizedActs acts(int count) {
    TokenizedActs acts = new TokenizedActs(count, 1, 1);
    IntStream.range(0, count).forEach(act -> acts.add(new int[] {act}, new int[0], 0));
    return acts;
  }

  private static int[] firstWords(TokenizedActs acts) {
    return IntStream.range(0, acts.size()).map(act -> acts.tokens(act)[0]).toArray();
  }
}

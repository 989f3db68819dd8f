package org.solrlmtc.core.neighbours;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Comparator;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TestNearestActs {
  @Test
  void theLargestSumsAreSelectedAndEqualOnesByNumber() {
    Random random = new Random(1);
    for (int acts : new int[] {0, 1, 5, 100, 1000}) {
      // many equal sums, some of them 0
      int[] sums = random.ints(acts, 0, 20).toArray();
      for (int limit : new int[] {1, 3, 40}) {
        long[] expected =
            IntStream.range(0, acts)
                .filter(act -> sums[act] > 0)
                .boxed()
                .sorted(
                    Comparator.comparingInt((Integer act) -> -sums[act])
                        .thenComparing(Comparator.naturalOrder()))
                .limit(limit)
                .mapToLong(act -> (long) sums[act] << 32 | act)
                .toArray();
        assertArrayEquals(expected, NearestActs.select(sums, limit));
      }
    }
  }

  @Test
  void actsWithoutACommonTermAreNotSelected() {
    assertEquals(0, NearestActs.select(new int[10], 5).length);
  }
}

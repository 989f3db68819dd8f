package org.solrlmtc.training.linear;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class TestNgramCounts {
  /** An n-gram hash; small ones are frequent. */
  private static long name(Random random, int names) {
    double share = random.nextDouble();
    return ((long) (share * share * share * names)) * 0x9E3779B97L;
  }

  @Test
  void countsEqualThoseOfAMapAndTheMostFrequentAreSelected() {
    NgramCounts counts = new NgramCounts(1_000_000);
    Map<Long, Integer> expected = new TreeMap<>();
    Random random = new Random(1);
    for (int i = 0; i < 300_000; i++) {
      long name = name(random, 200_000);
      counts.add(name);
      expected.merge(name, 1, Integer::sum);
    }
    assertEquals(expected.size(), counts.size());
    NgramCounts.Chosen chosen = counts.choose(2, 500, 1000);
    long[] names =
        expected.entrySet().stream()
            .filter(entry -> entry.getValue() >= 2 && entry.getValue() <= 500)
            .sorted(
                Map.Entry.<Long, Integer>comparingByValue()
                    .reversed()
                    .thenComparing(Map.Entry.comparingByKey()))
            .limit(1000)
            .mapToLong(Map.Entry::getKey)
            .toArray();
    assertArrayEquals(names, chosen.names());
    for (int i = 0; i < names.length; i++) {
      assertEquals(expected.get(names[i]), chosen.acts()[i]);
    }
  }

  @Test
  void aFullTableDropsRareNgramsAndKeepsFrequentOnes() {
    NgramCounts counts = new NgramCounts(1000);
    for (int i = 0; i < 50_000; i++) {
      counts.add(i % 10);
      counts.add(1000 + i);
      assertTrue(counts.size() <= 1000);
    }
    NgramCounts.Chosen chosen = counts.choose(1, Integer.MAX_VALUE, 10);
    assertArrayEquals(new long[] {0, 1, 2, 3, 4, 5, 6, 7, 8, 9}, chosen.names());
    for (int acts : chosen.acts()) {
      assertEquals(5000, acts, 5);
    }
  }

  @Test
  void nothingCountedMeansNothingSelected() {
    assertEquals(0, new NgramCounts(1000).choose(1, 10, 10).names().length);
  }
}

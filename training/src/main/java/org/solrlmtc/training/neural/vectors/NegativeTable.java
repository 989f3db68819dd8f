package org.solrlmtc.training.neural.vectors;

import java.util.SplittableRandom;

/** Samples negative words with a probability proportional to their count to the power of 3/4. */
final class NegativeTable {
  private static final int SIZE = 1 << 22;
  static final long BYTES = (long) SIZE * Integer.BYTES;

  private final int[] words = new int[SIZE];

  NegativeTable(int[] counts) {
    double total = 0;
    for (int count : counts) {
      total += weight(count);
    }
    double sum = weight(counts[0]);
    for (int i = 0, word = 0; i < SIZE; i++) {
      while (word + 1 < counts.length && i >= sum / total * SIZE) {
        sum += weight(counts[++word]);
      }
      words[i] = word;
    }
  }

  private static double weight(int count) {
    return StrictMath.pow(count, 0.75);
  }

  int sample(SplittableRandom random) {
    return words[random.nextInt(SIZE)];
  }
}

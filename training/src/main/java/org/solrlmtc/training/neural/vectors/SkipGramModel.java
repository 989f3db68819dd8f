package org.solrlmtc.training.neural.vectors;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.solrlmtc.training.neural.tensor.Matrix;

/**
 * What is learnt: for each word a vector as a context, which is the one wanted in the end, and one
 * as the word to be found. An array a row, because Java's compiler makes vector instructions of
 * loops that begin at 0 in all their arrays. Rows are filled up to an even length with a zero,
 * which stays zero.
 */
record SkipGramModel(float[][] contexts, float[][] targets) {

  static int rowLength(int size) {
    return size + size % 2;
  }

  static SkipGramModel zero(int words, int size) {
    return new SkipGramModel(new float[words][rowLength(size)], new float[words][rowLength(size)]);
  }

  /**
   * Gives the contexts small random numbers and the targets zeros: they cannot all begin with
   * zeros.
   */
  void fill(int size, SplittableRandom random) {
    for (float[] row : contexts) {
      Arrays.fill(row, 0);
      for (int i = 0; i < size; i++) {
        row[i] = (float) ((random.nextDouble() - 0.5) / size);
      }
    }
    for (float[] row : targets) {
      Arrays.fill(row, 0);
    }
  }

  WordVectors vectors(List<String> words, int size) {
    float[] values = new float[words.size() * size];
    for (int word = 0; word < words.size(); word++) {
      System.arraycopy(contexts[word], 0, values, word * size, size);
    }
    return new WordVectors(words, new Matrix(words.size(), size, values));
  }
}

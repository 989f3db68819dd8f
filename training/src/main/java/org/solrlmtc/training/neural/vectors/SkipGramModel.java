package org.solrlmtc.training.neural.vectors;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.solrlmtc.training.neural.tensor.Matrix;

/**
 * Two trained vectors per word: as a context, which is the resulting word vector, and as a target.
 * One array per row, because Java's compiler vectorises loops that start at 0 in all arrays. Rows
 * are padded to an even length with a zero, which stays zero.
 */
record SkipGramModel(float[][] contexts, float[][] targets) {

  static int rowLength(int dimension) {
    return dimension + dimension % 2;
  }

  static SkipGramModel zero(int words, int dimension) {
    return new SkipGramModel(
        new float[words][rowLength(dimension)], new float[words][rowLength(dimension)]);
  }

  /** Initialises the contexts with small random values and the targets with zeros. */
  void initialise(int dimension, SplittableRandom random) {
    for (float[] row : contexts) {
      Arrays.fill(row, 0);
      for (int i = 0; i < dimension; i++) {
        row[i] = (float) ((random.nextDouble() - 0.5) / dimension);
      }
    }
    for (float[] row : targets) {
      Arrays.fill(row, 0);
    }
  }

  WordVectors vectors(List<String> words, int dimension) {
    float[] values = new float[words.size() * dimension];
    for (int word = 0; word < words.size(); word++) {
      System.arraycopy(contexts[word], 0, values, word * dimension, dimension);
    }
    return new WordVectors(words, new Matrix(words.size(), dimension, values));
  }
}

package org.solrlmtc.training.linear;

import java.util.Arrays;

/**
 * Sparse feature vectors, row by row (CSR), the features of a row in ascending order. Acts come
 * first; rows without an act, such as a label's names, follow.
 *
 * @param width the number of features
 * @param acts the number of rows that are acts
 * @param starts start of each row, then the end of the last
 * @param weights how much each row counts in training: a factor of C
 */
record SparseRows(
    int width, int acts, int[] starts, int[] features, float[] values, float[] weights) {

  int size() {
    return starts.length - 1;
  }

  /**
   * Some of the rows, with only the features that occur in them, to save memory.
   *
   * @param wanted row numbers, ascending
   */
  Part part(int[] wanted) {
    int[] newFeatures = new int[width];
    int[] newStarts = new int[wanted.length + 1];
    for (int i = 0; i < wanted.length; i++) {
      for (int at = starts[wanted[i]]; at < starts[wanted[i] + 1]; at++) {
        newFeatures[features[at]] = 1;
      }
      newStarts[i + 1] = Math.addExact(newStarts[i], starts[wanted[i] + 1] - starts[wanted[i]]);
    }
    int place = Arrays.binarySearch(wanted, acts);
    int partActs = place < 0 ? -1 - place : place;
    int[] names = new int[width];
    int known = 0;
    for (int feature = 0; feature < width; feature++) {
      if (newFeatures[feature] == 1) {
        names[known] = feature;
        newFeatures[feature] = known++;
      }
    }
    int[] partFeatures = new int[newStarts[wanted.length]];
    float[] partValues = new float[partFeatures.length];
    float[] partWeights = new float[wanted.length];
    for (int i = 0; i < wanted.length; i++) {
      int length = newStarts[i + 1] - newStarts[i];
      partWeights[i] = weights[wanted[i]];
      System.arraycopy(values, starts[wanted[i]], partValues, newStarts[i], length);
      for (int j = 0; j < length; j++) {
        partFeatures[newStarts[i] + j] = newFeatures[features[starts[wanted[i]] + j]];
      }
    }
    return new Part(
        new SparseRows(known, partActs, newStarts, partFeatures, partValues, partWeights),
        Arrays.copyOf(names, known));
  }

  /**
   * Some rows of a matrix.
   *
   * @param names the original number of each feature
   */
  record Part(SparseRows rows, int[] names) {}
}

package org.solrlmtc.training.linear;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Acts as rows of features, which each row names in rising order.
 *
 * @param width how many features there are
 * @param starts where each row begins, and at the end where the last one stops
 */
record ActRows(int width, int[] starts, int[] features, float[] values) {

  int rows() {
    return starts.length - 1;
  }

  /**
   * Some of the rows, with only the features that stand in them: what is learnt from few acts needs
   * little room.
   *
   * @param rows rising
   */
  Part part(int[] rows) {
    if (rows.length == rows()) {
      return new Part(this, IntStream.range(0, width).toArray());
    }
    int[] newFeatures = new int[width];
    int[] newStarts = new int[rows.length + 1];
    for (int i = 0; i < rows.length; i++) {
      for (int at = starts[rows[i]]; at < starts[rows[i] + 1]; at++) {
        newFeatures[features[at]] = 1;
      }
      newStarts[i + 1] = Math.addExact(newStarts[i], starts[rows[i] + 1] - starts[rows[i]]);
    }
    int[] names = new int[width];
    int known = 0;
    for (int feature = 0; feature < width; feature++) {
      if (newFeatures[feature] == 1) {
        names[known] = feature;
        newFeatures[feature] = known++;
      }
    }
    int[] partFeatures = new int[newStarts[rows.length]];
    float[] partValues = new float[partFeatures.length];
    for (int i = 0; i < rows.length; i++) {
      int length = newStarts[i + 1] - newStarts[i];
      System.arraycopy(values, starts[rows[i]], partValues, newStarts[i], length);
      for (int j = 0; j < length; j++) {
        partFeatures[newStarts[i] + j] = newFeatures[features[starts[rows[i]] + j]];
      }
    }
    return new Part(
        new ActRows(known, newStarts, partFeatures, partValues), Arrays.copyOf(names, known));
  }

  /**
   * Some rows of others.
   *
   * @param names the number that each feature has among all
   */
  record Part(ActRows acts, int[] names) {}
}

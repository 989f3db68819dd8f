package org.solrlmtc.training.linear;

import java.util.Arrays;

/**
 * Labels as unit vectors: the sum of the vectors of their acts, of which the features with the
 * highest weights are kept. Labels of similar acts are close to each other.
 */
final class LabelVectors {
  private final int width;
  private final int[][] features;
  private final float[][] values;

  private LabelVectors(int width, int[][] features, float[][] values) {
    this.width = width;
    this.features = features;
    this.values = values;
  }

  /** The vectors of all labels; zero vectors for labels without acts. */
  static LabelVectors of(FeatureMatrix matrix, int maxFeatures) {
    SparseRows rows = matrix.rows();
    int[][] rowsOfLabel = matrix.rowsOfLabel();
    int[][] features = new int[rowsOfLabel.length][];
    float[][] values = new float[rowsOfLabel.length][];
    float[] sums = new float[rows.width()];
    int[] touched = new int[rows.width()];
    for (int label = 0; label < rowsOfLabel.length; label++) {
      int size = 0;
      for (int row : rowsOfLabel[label]) {
        for (int at = rows.starts()[row]; at < rows.starts()[row + 1]; at++) {
          int feature = rows.features()[at];
          if (sums[feature] == 0) {
            touched[size++] = feature;
          }
          sums[feature] += rows.values()[at];
        }
      }
      long[] byWeight = new long[size];
      for (int i = 0; i < size; i++) {
        // sums are positive: their bits sort like the numbers
        byWeight[i] = (long) Float.floatToIntBits(sums[touched[i]]) << 32 | touched[i];
        sums[touched[i]] = 0;
      }
      Arrays.sort(byWeight);
      int kept = Math.min(size, maxFeatures);
      features[label] = new int[kept];
      values[label] = new float[kept];
      double squares = 0;
      for (int i = 0; i < kept; i++) {
        long entry = byWeight[size - 1 - i];
        features[label][i] = (int) entry;
        values[label][i] = Float.intBitsToFloat((int) (entry >>> 32));
        squares += (double) values[label][i] * values[label][i];
      }
      for (int i = 0; i < kept; i++) {
        values[label][i] /= (float) Math.sqrt(squares);
      }
    }
    return new LabelVectors(rows.width(), features, values);
  }

  int width() {
    return width;
  }

  /** The dot product of a label's vector and another one. */
  float dot(int label, float[] other) {
    float sum = 0;
    for (int i = 0; i < features[label].length; i++) {
      sum += values[label][i] * other[features[label][i]];
    }
    return sum;
  }

  /** Adds a label's vector to another one. */
  void addTo(float[] other, int label) {
    for (int i = 0; i < features[label].length; i++) {
      other[features[label][i]] += values[label][i];
    }
  }

  /** Sets another vector to 0 wherever a label's vector is not 0. */
  void clear(float[] other, int label) {
    for (int feature : features[label]) {
      other[feature] = 0;
    }
  }
}

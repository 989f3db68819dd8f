package org.solrlmtc.training.neural.layer;

import org.solrlmtc.training.neural.tensor.Matrix;

/**
 * The start of a label-wise head from encoded descriptors. What all descriptors have in common is
 * taken away, because a state without any meaning has it, too.
 *
 * @param vectors one per label, for its query and its output
 * @param bias added to the initial bias of each label, so that a state without any meaning adds
 *     nothing to its logit
 */
record DescriptorStart(Matrix vectors, float[] bias) {
  /** The logit that a label gains, before training, from a state that equals its descriptor. */
  private static final double GAIN = 4;

  /**
   * @param encoded one row per label
   */
  static DescriptorStart of(Matrix encoded) {
    int rows = encoded.rows();
    int columns = encoded.columns();
    double[] mean = new double[columns];
    for (int row = 0; row < rows; row++) {
      for (int column = 0; column < columns; column++) {
        mean[column] += (double) encoded.at(row, column) / rows;
      }
    }
    double length = 0;
    for (int row = 0; row < rows; row++) {
      length += length(encoded, row, mean) / rows;
    }
    float[] values = new float[rows * columns];
    float[] bias = new float[rows];
    for (int row = 0; row < rows; row++) {
      double own = length(encoded, row, mean);
      if (own == 0) {
        continue; // a name without tokens, or the only one: it has no direction
      }
      double common = 0;
      for (int column = 0; column < columns; column++) {
        double value = (encoded.at(row, column) - mean[column]) / own * GAIN / length;
        values[row * columns + column] = (float) value;
        common += value * mean[column];
      }
      bias[row] = (float) -common;
    }
    return new DescriptorStart(new Matrix(rows, columns, values), bias);
  }

  private static double length(Matrix encoded, int row, double[] mean) {
    double squares = 0;
    for (int column = 0; column < mean.length; column++) {
      double value = encoded.at(row, column) - mean[column];
      squares += value * value;
    }
    return Math.sqrt(squares);
  }
}

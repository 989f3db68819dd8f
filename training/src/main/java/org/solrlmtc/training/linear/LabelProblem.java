package org.solrlmtc.training.linear;

import java.util.Arrays;

/**
 * The training problem of one label: weights and bias, and the examples, each with its dual
 * variable. Positives come first, then the negatives mined so far.
 */
final class LabelProblem {
  final int positives;

  /** Regularisation: liblinear's C. */
  final double regularisationC;

  int[] rows;
  double[] duals;
  int size;

  /** One weight per feature; the trainer owns the array. */
  final float[] weights;

  double bias;

  LabelProblem(int[] ownRows, double regularisationC, float[] weights, double bias) {
    this.regularisationC = regularisationC;
    this.positives = ownRows.length;
    this.rows = ownRows.clone();
    this.duals = new double[ownRows.length];
    this.size = ownRows.length;
    this.weights = weights;
    this.bias = bias;
  }

  void addNegative(int row) {
    if (size == rows.length) {
      rows = Arrays.copyOf(rows, size * 2);
      duals = Arrays.copyOf(duals, size * 2);
    }
    rows[size++] = row;
  }

  /** 1 for positives, -1 for negatives. */
  int sign(int i) {
    return i < positives ? 1 : -1;
  }
}

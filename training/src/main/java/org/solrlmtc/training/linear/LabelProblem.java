package org.solrlmtc.training.linear;

import java.util.Arrays;

/**
 * What is being learnt of one label: weights and bias, and the acts they are learnt from, each with
 * its dual variable. The label's own acts come first, then the negative ones found so far.
 */
final class LabelProblem {
  final int positives;

  /** What an act on the wrong side costs: liblinear's C. */
  final double cost;

  int[] rows;
  double[] duals;
  int size;

  /** A weight for every feature; the array is lent by the block. */
  final float[] weights;

  double bias;

  LabelProblem(int[] ownRows, double cost, float[] weights, double bias) {
    this.cost = cost;
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

  /** 1 for the label's own acts, -1 for the others. */
  int sign(int i) {
    return i < positives ? 1 : -1;
  }
}

package org.solrlmtc.training.linear;

import java.util.Arrays;

/** Gaussian elimination, for few equations. */
final class LinearEquations {
  private LinearEquations() {}

  /** The x with {@code matrix} x = {@code right}; the matrix must be positive definite. */
  static double[] solve(double[][] matrix, double[] right) {
    int size = right.length;
    double[][] rows = new double[size][];
    for (int i = 0; i < size; i++) {
      rows[i] = Arrays.copyOf(matrix[i], size + 1);
      rows[i][size] = right[i];
    }
    for (int pivot = 0; pivot < size; pivot++) {
      for (int i = pivot + 1; i < size; i++) {
        double factor = rows[i][pivot] / rows[pivot][pivot];
        for (int j = pivot; j <= size; j++) {
          rows[i][j] -= factor * rows[pivot][j];
        }
      }
    }
    double[] x = new double[size];
    for (int i = size - 1; i >= 0; i--) {
      double rest = rows[i][size];
      for (int j = i + 1; j < size; j++) {
        rest -= rows[i][j] * x[j];
      }
      x[i] = rest / rows[i][i];
    }
    return x;
  }
}

package org.solrlmtc.training.linear;

/** Linear SVM with squared hinge loss. */
final class SquaredHingeSolver extends Solver {
  SquaredHingeSolver(SparseRows rows, int epochs) {
    super(rows, epochs);
  }

  /** The margin of a negative without loss. */
  @Override
  double initialBias(int positives, int rows) {
    return -1;
  }

  @Override
  double best(double dual, double margin, double regularisationC, double curvature) {
    double softness = 1 / (2 * regularisationC);
    double gradient = margin - 1 + softness * dual;
    return Math.max(0, dual - gradient / (curvature + softness));
  }
}

package org.solrlmtc.training.linear;

/** The support vector machine with squared hinge loss. */
final class SquaredHingeSolver extends Solver {
  SquaredHingeSolver(SparseRows rows, int epochs) {
    super(rows, epochs);
  }

  /** Where an act that has nothing in common with the label's acts costs nothing. */
  @Override
  double restingBias(int positives, int rows) {
    return -1;
  }

  @Override
  double best(double dual, double margin, double regularisationC, double curvature) {
    double softness = 1 / (2 * regularisationC);
    double gradient = margin - 1 + softness * dual;
    return Math.max(0, dual - gradient / (curvature + softness));
  }
}

package org.solrlmtc.training.linear;

/** Logistic regression. */
final class LogisticSolver extends Solver {
  private static final int MAX_STEPS = 20;
  private static final double PRECISION = 1e-4;

  LogisticSolver(SparseRows rows, int epochs) {
    super(rows, epochs);
  }

  /** The prior log-odds. */
  @Override
  double initialBias(int positives, int rows) {
    return StrictMath.log((positives + 0.5) / (rows - positives + 0.5));
  }

  /**
   * The dual variable is regularisationC x sigmoid(u) with u + curvature x (regularisationC x
   * sigmoid(u) - dual) + margin = 0. The left side increases with u, and the bounds of the sigmoid
   * bound u: Newton's method with bisection.
   */
  @Override
  double best(double dual, double margin, double regularisationC, double curvature) {
    double low = -margin - curvature * (regularisationC - dual);
    double high = -margin + curvature * dual;
    double u = Math.max(low, Math.min(high, -margin));
    for (int step = 0; step < MAX_STEPS; step++) {
      double sigmoid = 1 / (1 + StrictMath.exp(-u));
      double residual = u + curvature * (regularisationC * sigmoid - dual) + margin;
      if (Math.abs(residual) < PRECISION) {
        break;
      }
      if (residual > 0) {
        high = u;
      } else {
        low = u;
      }
      double next = u - residual / (1 + curvature * regularisationC * sigmoid * (1 - sigmoid));
      u = next > low && next < high ? next : (low + high) / 2;
    }
    return regularisationC / (1 + StrictMath.exp(-u));
  }
}

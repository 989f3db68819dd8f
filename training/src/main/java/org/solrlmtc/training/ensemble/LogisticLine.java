package org.solrlmtc.training.ensemble;

import java.util.Arrays;

/**
 * The straight line of log-odds that fits sums and outcomes best. Outcomes count as a little less
 * than certain (Platt's correction), so that few of them make no steep line.
 */
final class LogisticLine {
  private static final int MOST_STEPS = 100;
  private static final double SMALLEST_SLOPE = 0.01;

  /** Nothing known: unlikely, and hardly more likely for larger sums. */
  private static final double UNLIKELY = -5;

  private double[] sums = new double[1024];
  private boolean[] rights = new boolean[1024];
  private int size;
  private double intercept = UNLIKELY;
  private double slope = SMALLEST_SLOPE;

  void add(double sum, boolean right) {
    if (size == sums.length) {
      sums = Arrays.copyOf(sums, 2 * size);
      rights = Arrays.copyOf(rights, 2 * size);
    }
    sums[size] = sum;
    rights[size++] = right;
  }

  /** Newton's method, each step halved until the fit gets better. */
  void fit() {
    if (size == 0) {
      return;
    }
    double loss = loss(intercept, slope);
    for (int step = 0; step < MOST_STEPS; step++) {
      double[] change = newtonStep();
      double length = 1;
      double next = loss(intercept + change[0], slope + change[1]);
      while (next > loss && length > 1e-6) {
        length /= 2;
        next = loss(intercept + length * change[0], slope + length * change[1]);
      }
      if (!(next < loss - 1e-9 * Math.abs(loss))) {
        break;
      }
      intercept += length * change[0];
      slope += length * change[1];
      loss = next;
    }
    slope = Math.max(SMALLEST_SLOPE, slope);
  }

  double intercept() {
    return intercept;
  }

  double slope() {
    return slope;
  }

  private double[] newtonStep() {
    double[] targets = targets();
    double gradient0 = 0;
    double gradient1 = 0;
    // a touch of ridge: sums that are all alike have no slope
    double h00 = 1e-9;
    double h01 = 0;
    double h11 = 1e-9;
    for (int i = 0; i < size; i++) {
      double p = 1 / (1 + StrictMath.exp(-intercept - slope * sums[i]));
      double error = targets[rights[i] ? 1 : 0] - p;
      double curvature = p * (1 - p);
      gradient0 += error;
      gradient1 += error * sums[i];
      h00 += curvature;
      h01 += curvature * sums[i];
      h11 += curvature * sums[i] * sums[i];
    }
    double determinant = h00 * h11 - h01 * h01;
    return new double[] {
      (h11 * gradient0 - h01 * gradient1) / determinant,
      (h00 * gradient1 - h01 * gradient0) / determinant
    };
  }

  private double loss(double atIntercept, double atSlope) {
    double[] targets = targets();
    double loss = 0;
    for (int i = 0; i < size; i++) {
      double logOdds = atIntercept + atSlope * sums[i];
      // ln(1 + e^x) without overflow
      loss +=
          Math.max(0, logOdds)
              + StrictMath.log1p(StrictMath.exp(-Math.abs(logOdds)))
              - targets[rights[i] ? 1 : 0] * logOdds;
    }
    return loss;
  }

  /** What wrong and right outcomes count. */
  private double[] targets() {
    int right = 0;
    for (int i = 0; i < size; i++) {
      right += rights[i] ? 1 : 0;
    }
    return new double[] {1.0 / (size - right + 2), (right + 1.0) / (right + 2)};
  }
}

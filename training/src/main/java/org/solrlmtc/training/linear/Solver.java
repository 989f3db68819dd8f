package org.solrlmtc.training.linear;

import java.util.SplittableRandom;

/**
 * Trains a label's weights by dual coordinate descent: acts are visited in random order, and the
 * dual variable of each act is set to its optimum, given all others. After C.-J. Hsieh and others,
 * "A dual coordinate descent method for large-scale linear SVM" (2008), and H.-F. Yu and others,
 * "Dual coordinate descent methods for logistic regression and maximum entropy models" (2011). The
 * bias is the weight of a feature that every act has; it is regularised towards {@link
 * #initialBias} instead of 0, so that acts outside of the sample count as negatives.
 */
abstract class Solver {
  /** Convergence: no dual variable changes by more than this share of C in a pass over all acts. */
  private static final double CONVERGED = 0.02;

  /**
   * Shrinking: dual variables that change by less than this share of C are skipped in the next
   * passes.
   */
  private static final double SHRUNK = 0.002;

  private final SparseRows rows;
  private final int epochs;

  Solver(SparseRows rows, int epochs) {
    this.rows = rows;
    this.epochs = epochs;
  }

  static Solver of(LinearSettings settings, SparseRows rows) {
    return switch (settings.loss()) {
      case SQUARED_HINGE -> new SquaredHingeSolver(rows, settings.epochs());
      case LOGISTIC -> new LogisticSolver(rows, settings.epochs());
    };
  }

  /** The initial bias of a label. */
  abstract double initialBias(int positives, int rows);

  /**
   * The best value of an act's dual variable.
   *
   * @param dual its value so far
   * @param margin the act's margin, positive when it is classified correctly
   * @param regularisationC C, which bounds the dual variable or its effect
   * @param curvature the squared length of the act's vector, the bias feature included
   */
  abstract double best(double dual, double margin, double regularisationC, double curvature);

  /**
   * Continues training. Most dual variables converge at once: later passes visit only those that
   * changed, until these have converged; a final pass visits all acts.
   */
  final void improve(LabelProblem problem, SplittableRandom random) {
    int[] order = new int[problem.size];
    for (int i = 0; i < order.length; i++) {
      order[i] = i;
    }
    int visited = order.length;
    for (int epoch = 0; epoch < epochs; epoch++) {
      shuffle(order, visited, random);
      double maxChange = 0;
      int active = 0;
      for (int at = 0; at < visited; at++) {
        double change = Math.abs(visit(problem, order[at]));
        maxChange = Math.max(maxChange, change);
        if (change > SHRUNK * problem.regularisationC) {
          swap(order, at, active++);
        }
      }
      boolean converged = maxChange <= CONVERGED * problem.regularisationC;
      if (converged && visited == order.length) {
        return;
      }
      visited = converged ? order.length : active;
    }
  }

  /** Updates one dual variable, and returns the change. */
  private double visit(LabelProblem problem, int i) {
    int row = problem.rows[i];
    int start = rows.starts()[row];
    int end = rows.starts()[row + 1];
    int sign = problem.sign(i);
    double margin = sign * (dot(problem.weights, start, end) + problem.bias);
    double curvature = (end > start ? 1 : 0) + 1;
    double regularisationC = problem.regularisationC * rows.weights()[row];
    double step = best(problem.duals[i], margin, regularisationC, curvature) - problem.duals[i];
    if (step != 0) {
      problem.duals[i] += step;
      problem.bias += sign * step;
      addScaled(problem.weights, (float) (sign * step), start, end);
    }
    return step;
  }

  private double dot(float[] weights, int start, int end) {
    int[] features = rows.features();
    float[] values = rows.values();
    // four independent sums, so that the CPU can add in parallel
    float first = 0;
    float second = 0;
    float third = 0;
    float fourth = 0;
    int at = start;
    for (; at + 3 < end; at += 4) {
      first += weights[features[at]] * values[at];
      second += weights[features[at + 1]] * values[at + 1];
      third += weights[features[at + 2]] * values[at + 2];
      fourth += weights[features[at + 3]] * values[at + 3];
    }
    for (; at < end; at++) {
      first += weights[features[at]] * values[at];
    }
    return (first + second) + (third + fourth);
  }

  private void addScaled(float[] weights, float scale, int start, int end) {
    int[] features = rows.features();
    float[] values = rows.values();
    for (int at = start; at < end; at++) {
      weights[features[at]] += scale * values[at];
    }
  }

  private static void shuffle(int[] order, int size, SplittableRandom random) {
    for (int i = size - 1; i > 0; i--) {
      swap(order, i, random.nextInt(i + 1));
    }
  }

  private static void swap(int[] order, int one, int other) {
    int swapped = order[one];
    order[one] = order[other];
    order[other] = swapped;
  }
}

package org.solrlmtc.training.linear;

import java.util.SplittableRandom;

/**
 * Learns a label's weights by dual coordinate descent: acts are visited in random order, and each
 * time the one dual variable of the act is set to its best value, given all others. After C.-J.
 * Hsieh and others, "A dual coordinate descent method for large-scale linear SVM" (2008), and H.-F.
 * Yu and others, "Dual coordinate descent methods for logistic regression and maximum entropy
 * models" (2011). The bias is the weight of a feature that every act has; it is drawn towards
 * {@link #restingBias} rather than towards 0, so that acts left out count as negative.
 */
abstract class Solver {
  /**
   * A run over the acts in which no dual variable moves further than this share of C ends the
   * search.
   */
  private static final double SETTLED = 0.02;

  /** A dual variable that moves less than this share of C is left alone for a while. */
  private static final double RESTING = 0.002;

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

  /** Where the bias of a label stands before anything is learnt. */
  abstract double restingBias(int positives, int rows);

  /**
   * The best value of an act's dual variable.
   *
   * @param dual its value so far
   * @param margin the act's margin, positive when it is on the right side
   * @param regularisationC C, which bounds the dual variable or its effect
   * @param curvature the squared length of the act's vector, the bias feature included
   */
  abstract double best(double dual, double margin, double regularisationC, double curvature);

  /**
   * Goes on learning from where the problem stands. Most acts stop moving at once: the runs that
   * follow visit only those that moved, until these have settled; a run over all acts has the last
   * word.
   */
  final void improve(LabelProblem problem, SplittableRandom random) {
    int[] order = new int[problem.size];
    for (int i = 0; i < order.length; i++) {
      order[i] = i;
    }
    int visited = order.length;
    for (int epoch = 0; epoch < epochs; epoch++) {
      shuffle(order, visited, random);
      double furthest = 0;
      int moving = 0;
      for (int at = 0; at < visited; at++) {
        double moved = Math.abs(visit(problem, order[at]));
        furthest = Math.max(furthest, moved);
        if (moved > RESTING * problem.regularisationC) {
          swap(order, at, moving++);
        }
      }
      boolean settled = furthest <= SETTLED * problem.regularisationC;
      if (settled && visited == order.length) {
        return;
      }
      visited = settled ? order.length : moving;
    }
  }

  /** Sets one dual variable, and returns how far it moved. */
  private double visit(LabelProblem problem, int i) {
    int row = problem.rows[i];
    int start = rows.starts()[row];
    int end = rows.starts()[row + 1];
    int sign = problem.sign(i);
    double margin = sign * (dot(problem.weights, start, end) + problem.bias);
    double curvature = (end > start ? 1 : 0) + 1;
    double step =
        best(problem.duals[i], margin, problem.regularisationC, curvature) - problem.duals[i];
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
    // four sums, so that the processor need not wait for one addition to begin the next
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

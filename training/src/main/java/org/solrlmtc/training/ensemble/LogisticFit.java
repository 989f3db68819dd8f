package org.solrlmtc.training.ensemble;

import java.util.Arrays;
import java.util.List;
import org.solrlmtc.core.ensemble.LogisticWeights;
import org.solrlmtc.core.ensemble.TermSet;

/**
 * Logistic regression by Newton's method, each step halved until the loss falls. L2 regularisation
 * draws weights towards those of members with equal weight.
 */
final class LogisticFit {
  private static final int MOST_STEPS = 50;

  /** L2 regularisation of every weight. */
  private static final double L2 = 1;

  private final TermSet form;
  private final List<MemberScores> acts;
  private final double[] start;

  LogisticFit(TermSet form, int members, List<MemberScores> acts) {
    this.form = form;
    this.acts = acts;
    this.start =
        LogisticWeights.equal(form, members).weights().stream()
            .mapToDouble(weight -> weight)
            .toArray();
  }

  LogisticWeights fit() {
    double[] weights = start.clone();
    Slope slope = slope(weights);
    for (int step = 0; step < MOST_STEPS; step++) {
      double[] change = solve(slope.curvature, slope.gradient);
      double[] next = weights;
      Slope nextSlope = slope;
      for (double length = 1; length > 1e-6 && nextSlope.loss >= slope.loss; length /= 2) {
        next = weights.clone();
        for (int term = 0; term < next.length; term++) {
          next[term] += length * change[term];
        }
        nextSlope = slope(next);
      }
      if (!(nextSlope.loss < slope.loss - 1e-9 * Math.abs(slope.loss))) {
        break;
      }
      weights = next;
      slope = nextSlope;
    }
    return new LogisticWeights(form, Arrays.stream(weights).boxed().toList());
  }

  /** The loss at some weights, what lessens it, and how that changes. */
  private record Slope(double loss, double[] gradient, double[][] curvature) {}

  private Slope slope(double[] weights) {
    double loss = 0;
    double[] gradient = new double[weights.length];
    double[][] curvature = new double[weights.length][weights.length];
    for (int term = 0; term < weights.length; term++) {
      double away = weights[term] - start[term];
      loss += L2 / 2 * away * away;
      gradient[term] = -L2 * away;
      curvature[term][term] = L2;
    }
    for (MemberScores act : acts) {
      for (int label = 0; label < act.scores().length; label++) {
        double[] terms = form.terms(act.scores()[label], act.trainingActs()[label]);
        double logOdds = 0;
        for (int term = 0; term < terms.length; term++) {
          logOdds += weights[term] * terms[term];
        }
        double target = act.right()[label] ? 1 : 0;
        // ln(1 + e^x) without overflow
        loss += Math.max(0, logOdds) + Math.log1p(Math.exp(-Math.abs(logOdds))) - target * logOdds;
        double probability = 1 / (1 + Math.exp(-logOdds));
        double doubt = probability * (1 - probability);
        for (int i = 0; i < terms.length; i++) {
          gradient[i] += (target - probability) * terms[i];
          for (int j = 0; j <= i; j++) {
            curvature[i][j] += doubt * terms[i] * terms[j];
          }
        }
      }
    }
    return new Slope(loss, gradient, curvature);
  }

  /**
   * Solves a system of linear equations by Cholesky's method.
   *
   * @param matrix positive definite; only its lower half is read, and overwritten
   */
  private static double[] solve(double[][] matrix, double[] right) {
    int size = right.length;
    double[] solution = right.clone();
    for (int i = 0; i < size; i++) {
      for (int j = 0; j <= i; j++) {
        double sum = matrix[i][j];
        for (int k = 0; k < j; k++) {
          sum -= matrix[i][k] * matrix[j][k];
        }
        matrix[i][j] = i == j ? Math.sqrt(sum) : sum / matrix[j][j];
      }
      for (int k = 0; k < i; k++) {
        solution[i] -= matrix[i][k] * solution[k];
      }
      solution[i] /= matrix[i][i];
    }
    for (int i = size - 1; i >= 0; i--) {
      for (int k = i + 1; k < size; k++) {
        solution[i] -= matrix[k][i] * solution[k];
      }
      solution[i] /= matrix[i][i];
    }
    return solution;
  }
}

package org.solrlmtc.training.ensemble;

import java.util.Arrays;
import java.util.List;
import org.solrlmtc.core.ensemble.LogisticWeights;
import org.solrlmtc.core.ensemble.TermSet;

/**
 * Logistic regression by Newton's method with step halving. L2 regularisation is towards equal
 * weights of the members.
 */
final class LogisticFit {
  private static final int MAX_STEPS = 50;

  /** L2 regularisation of every weight. */
  private static final double L2 = 1;

  private final TermSet termSet;
  private final List<MemberScores> acts;
  private final double[] start;

  LogisticFit(TermSet termSet, int members, List<MemberScores> acts) {
    this.termSet = termSet;
    this.acts = acts;
    this.start =
        LogisticWeights.equal(termSet, members).weights().stream()
            .mapToDouble(weight -> weight)
            .toArray();
  }

  LogisticWeights fit() {
    double[] weights = start.clone();
    Derivatives derivatives = derivatives(weights);
    for (int step = 0; step < MAX_STEPS; step++) {
      double[] change = solve(derivatives.hessian, derivatives.negativeGradient);
      double[] next = weights;
      Derivatives nextDerivatives = derivatives;
      for (double length = 1;
          length > 1e-6 && nextDerivatives.loss >= derivatives.loss;
          length /= 2) {
        next = weights.clone();
        for (int term = 0; term < next.length; term++) {
          next[term] += length * change[term];
        }
        nextDerivatives = derivatives(next);
      }
      if (!(nextDerivatives.loss < derivatives.loss - 1e-9 * Math.abs(derivatives.loss))) {
        break;
      }
      weights = next;
      derivatives = nextDerivatives;
    }
    return new LogisticWeights(termSet, Arrays.stream(weights).boxed().toList());
  }

  /** The loss at some weights, with its negative negativeGradient and its Hessian. */
  private record Derivatives(double loss, double[] negativeGradient, double[][] hessian) {}

  private Derivatives derivatives(double[] weights) {
    double loss = 0;
    double[] negativeGradient = new double[weights.length];
    double[][] hessian = new double[weights.length][weights.length];
    for (int term = 0; term < weights.length; term++) {
      double difference = weights[term] - start[term];
      loss += L2 / 2 * difference * difference;
      negativeGradient[term] = -L2 * difference;
      hessian[term][term] = L2;
    }
    for (MemberScores act : acts) {
      for (int label = 0; label < act.scores().length; label++) {
        double[] terms = termSet.terms(act.scores()[label], act.trainingActs()[label]);
        double logOdds = 0;
        for (int term = 0; term < terms.length; term++) {
          logOdds += weights[term] * terms[term];
        }
        double target = act.right()[label] ? 1 : 0;
        // ln(1 + e^x) without overflow
        loss += Math.max(0, logOdds) + Math.log1p(Math.exp(-Math.abs(logOdds))) - target * logOdds;
        double probability = 1 / (1 + Math.exp(-logOdds));
        double variance = probability * (1 - probability);
        for (int i = 0; i < terms.length; i++) {
          negativeGradient[i] += (target - probability) * terms[i];
          for (int j = 0; j <= i; j++) {
            hessian[i][j] += variance * terms[i] * terms[j];
          }
        }
      }
    }
    return new Derivatives(loss, negativeGradient, hessian);
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

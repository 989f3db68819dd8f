package org.solrlmtc.core.ensemble;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.solrlmtc.core.settings.Settings;

/**
 * Computes the probability of a label from its member scores: its log-odds are a weighted sum of
 * terms.
 *
 * @param terms the set of terms
 * @param weights one per term, in the order of {@link TermSet#terms}
 */
public record LogisticWeights(TermSet terms, List<Double> weights) {
  /** Scores are clipped to this distance from 0 and 1. A missing score counts as this. */
  private static final double MIN_PROBABILITY = 0.0005;

  public LogisticWeights {
    weights = List.copyOf(weights);
    if (weights.stream().anyMatch(weight -> !Double.isFinite(weight))) {
      throw new IllegalArgumentException("the setting 'weights' must be finite numbers");
    }
  }

  /** Equal weights: the mean of the members' log-odds. */
  public static LogisticWeights equal(TermSet terms, int members) {
    Double[] weights = new Double[terms.size(members)];
    Arrays.fill(weights, 0.0);
    Arrays.fill(weights, 1, 1 + members, 1.0 / members);
    return new LogisticWeights(terms, List.of(weights));
  }

  /** Reads a section of settings to its end. */
  static LogisticWeights read(Settings settings) {
    LogisticWeights read =
        new LogisticWeights(
            TermSet.parse(settings.text("terms", TermSet.LINEAR.key())),
            settings.numbers("weights", List.of()));
    settings.finish();
    return read;
  }

  /** The form that manifests hold. */
  Map<String, Object> toMap() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("terms", terms.key());
    map.put("weights", weights);
    return map;
  }

  /** Refuses weights for another number of members. */
  void check(int members) {
    if (weights.size() != terms.size(members)) {
      throw new IllegalArgumentException(
          "the setting 'weights' has "
              + weights.size()
              + " numbers, but the terms "
              + terms.key()
              + " of "
              + members
              + " members are "
              + terms.size(members));
    }
  }

  /**
   * The probability of a label.
   *
   * @param scores the score of each member, 0 where it has none
   * @param trainingActs number of training acts that have the label
   */
  public float probability(float[] scores, int trainingActs) {
    return (float) (1 / (1 + StrictMath.exp(-logOdds(scores, trainingActs))));
  }

  private double logOdds(float[] scores, int trainingActs) {
    double[] values = terms.terms(scores, trainingActs);
    double sum = 0;
    for (int term = 0; term < values.length; term++) {
      sum += weights.get(term) * values[term];
    }
    return sum;
  }

  /** The change of the log-odds when those of a member rise by 1 and all members are undecided. */
  double memberWeight(int member, int members, int trainingActs) {
    float[] scores = new float[members];
    Arrays.fill(scores, 0.5f);
    double undecided = logOdds(scores, trainingActs);
    scores[member] = (float) (1 / (1 + Math.exp(-1)));
    return logOdds(scores, trainingActs) - undecided;
  }

  /** Whether a score counts like a missing one. */
  static boolean isNegligible(float score) {
    return score <= MIN_PROBABILITY;
  }

  /** Log-odds of a clipped score. */
  static double logOdds(float score) {
    double clipped = Math.min(1 - MIN_PROBABILITY, Math.max(MIN_PROBABILITY, score));
    return Math.log(clipped / (1 - clipped));
  }
}

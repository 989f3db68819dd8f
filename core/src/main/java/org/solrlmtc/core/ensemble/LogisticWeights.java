package org.solrlmtc.core.ensemble;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.solrlmtc.core.settings.Settings;

/**
 * Makes one probability of the members' scores of a label: log-odds that are a weighted sum of
 * terms.
 *
 * @param terms which terms there are
 * @param weights one for each term, in the order of {@link TermSet#terms}
 */
public record LogisticWeights(TermSet terms, List<Double> weights) {
  /** Probabilities nearer to 0 or 1 than this are taken for this, as is a missing score. */
  private static final double NEAREST = 0.0005;

  public LogisticWeights {
    weights = List.copyOf(weights);
    if (weights.stream().anyMatch(weight -> !Double.isFinite(weight))) {
      throw new IllegalArgumentException("the setting 'weights' must be finite numbers");
    }
  }

  /** The mean of the members' log-odds. */
  public static LogisticWeights alike(TermSet terms, int members) {
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

  /** Refuses weights that are for another number of members. */
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
   * @param trainingActs how many training acts carry the label
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

  /** How the log-odds change with those of a member, where all members are undecided. */
  double share(int member, int members, int trainingActs) {
    float[] scores = new float[members];
    Arrays.fill(scores, 0.5f);
    double undecided = logOdds(scores, trainingActs);
    scores[member] = (float) (1 / (1 + Math.exp(-1)));
    return logOdds(scores, trainingActs) - undecided;
  }

  /** Whether a score counts no more than a missing one. */
  static boolean isNothing(float score) {
    return score <= NEAREST;
  }

  /** Log-odds of a score, between bounds. */
  static double logOdds(float score) {
    double inside = Math.min(1 - NEAREST, Math.max(NEAREST, score));
    return Math.log(inside / (1 - inside));
  }
}

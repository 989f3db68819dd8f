package org.solrlmtc.core.ensemble;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.solrlmtc.core.settings.Settings;

/**
 * Makes one probability of what members say of a label: log-odds that are a weighted sum of terms.
 *
 * @param form which terms there are
 * @param weights a number for each term, in the order of {@link TermSet#terms}
 */
public record LogisticWeights(TermSet form, List<Double> weights) {
  /** Probabilities nearer to 0 or 1 than this are taken for this, as is a missing score. */
  private static final double NEAREST = 0.0005;

  public LogisticWeights {
    weights = List.copyOf(weights);
    if (weights.stream().anyMatch(weight -> !Double.isFinite(weight))) {
      throw new IllegalArgumentException("the setting 'weights' must be finite numbers");
    }
  }

  /** The mean of the members' log-odds. */
  public static LogisticWeights alike(TermSet form, int members) {
    Double[] weights = new Double[form.size(members)];
    Arrays.fill(weights, 0.0);
    Arrays.fill(weights, 1, 1 + members, 1.0 / members);
    return new LogisticWeights(form, List.of(weights));
  }

  static LogisticWeights read(Settings settings) {
    return new LogisticWeights(
        TermSet.parse(settings.text("form", TermSet.LINEAR.key())),
        settings.numbers("weights", List.of()));
  }

  /** The form that manifests hold. */
  Map<String, Object> toMap() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("form", form.key());
    map.put("weights", weights);
    return map;
  }

  /** Refuses weights that are not for so many members. */
  void check(int members) {
    if (weights.size() != form.size(members)) {
      throw new IllegalArgumentException(
          "the setting 'weights' has "
              + weights.size()
              + " numbers, but the form "
              + form.key()
              + " of "
              + members
              + " members has "
              + form.size(members)
              + " terms");
    }
  }

  /**
   * The probability of a label.
   *
   * @param scores what each member says, 0 where it says nothing
   * @param trainingActs how many training acts carry the label
   */
  public float probability(float[] scores, int trainingActs) {
    return (float) (1 / (1 + StrictMath.exp(-logOdds(scores, trainingActs))));
  }

  private double logOdds(float[] scores, int trainingActs) {
    double[] terms = form.terms(scores, trainingActs);
    double sum = 0;
    for (int term = 0; term < terms.length; term++) {
      sum += weights.get(term) * terms[term];
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

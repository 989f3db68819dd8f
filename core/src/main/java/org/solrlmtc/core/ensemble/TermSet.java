package org.solrlmtc.core.ensemble;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** What the log-odds of a {@link LogisticWeights} are a sum of. */
public enum TermSet {
  /** 1, and each member's log-odds. */
  LINEAR,

  /**
   * Besides, how often the label was seen, the products of any two of all these, the members'
   * probabilities and the products of any two of them: members are believed more or less according
   * to what others say, and to how well they can know the label.
   */
  QUADRATIC;

  /** How many terms there are. */
  int size(int members) {
    int linear = 1 + members;
    return this == LINEAR
        ? linear
        : linear + 1 + (members + 1) * (members + 2) / 2 + members * (members + 1) / 2;
  }

  /** The name in manifests. */
  String key() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * Reads a name.
   *
   * @throws IllegalArgumentException naming the choices
   */
  static TermSet parse(String key) {
    return Arrays.stream(values())
        .filter(form -> form.key().equals(key))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "the setting 'form' must be one of "
                        + Arrays.stream(values())
                            .map(TermSet::key)
                            .collect(Collectors.joining(", "))
                        + ", not "
                        + key));
  }

  /**
   * The terms of a label.
   *
   * @param scores what each member says, 0 where it says nothing
   * @param trainingActs how many training acts carry the label
   */
  public double[] terms(float[] scores, int trainingActs) {
    int members = scores.length;
    double[] terms = new double[size(members)];
    int next = 0;
    terms[next++] = 1;
    for (float score : scores) {
      terms[next++] = LogisticWeights.logOdds(score);
    }
    if (this == LINEAR) {
      return terms;
    }
    terms[next++] = Math.log1p(trainingActs);
    for (int i = 1; i <= members + 1; i++) {
      for (int j = i; j <= members + 1; j++) {
        terms[next++] = terms[i] * terms[j];
      }
    }
    for (int i = 0; i < members; i++) {
      terms[next++] = scores[i];
      for (int j = i + 1; j < members; j++) {
        terms[next++] = (double) scores[i] * scores[j];
      }
    }
    return terms;
  }
}

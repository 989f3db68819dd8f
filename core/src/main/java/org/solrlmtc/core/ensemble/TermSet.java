package org.solrlmtc.core.ensemble;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** The terms of the log-odds in {@link LogisticWeights}. */
public enum TermSet {
  /** A constant 1, and each member's log-odds. */
  LINEAR,

  /**
   * Also the logarithm of the label's training acts and the products of any two of these; the
   * members' probabilities and the products of any two of them. So there are interactions between
   * members, and between members and the frequency of the label.
   */
  QUADRATIC;

  /** The number of terms. */
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
        .filter(terms -> terms.key().equals(key))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "the setting 'terms' must be one of "
                        + Arrays.stream(values())
                            .map(TermSet::key)
                            .collect(Collectors.joining(", "))
                        + ", not "
                        + key));
  }

  /**
   * The values of the terms for a label.
   *
   * @param scores the score of each member, 0 where it has none
   * @param trainingActs number of training acts that have the label
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

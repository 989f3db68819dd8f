package org.solrlmtc.core.eval;

import java.util.Objects;

/**
 * A predicted label in an act's ranking.
 *
 * @param label concept id; need not be in the label set of the evaluation
 * @param score between 0 and 1
 */
public record Prediction(String label, float score) {
  public Prediction {
    Objects.requireNonNull(label, "label");
    if (!(score >= 0f && score <= 1f)) {
      throw new IllegalArgumentException(
          "the score of label " + label + " must be between 0 and 1, not " + score);
    }
    score += 0f; // -0 becomes 0, so that equal scores have equal bits
  }
}

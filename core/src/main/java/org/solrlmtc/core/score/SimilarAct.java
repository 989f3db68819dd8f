package org.solrlmtc.core.score;

import java.util.Objects;

/**
 * A known act that is similar to an act and has a label in question.
 *
 * @param title empty if the model does not store titles
 * @param similarity between 0 and 1
 */
public record SimilarAct(String id, String title, float similarity) {
  public SimilarAct {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(title, "title");
  }
}

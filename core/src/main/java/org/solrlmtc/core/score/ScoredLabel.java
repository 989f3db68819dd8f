package org.solrlmtc.core.score;

import java.util.Comparator;

/**
 * A label and its score. The natural order is rank order: higher score first, ties by label index.
 *
 * @param index the label's index in the model's {@link LabelSet}
 */
public record ScoredLabel(int index, String id, float score) implements Comparable<ScoredLabel> {
  private static final Comparator<ScoredLabel> RANK_ORDER =
      Comparator.comparing(ScoredLabel::score, Comparator.reverseOrder())
          .thenComparingInt(ScoredLabel::index);

  @Override
  public int compareTo(ScoredLabel other) {
    return RANK_ORDER.compare(this, other);
  }
}

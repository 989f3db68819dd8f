package org.solrlmtc.core.eval;

import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import org.solrlmtc.core.score.LabelGroup;
import org.solrlmtc.core.score.LabelSet;

/**
 * The labels of a row of results: all, or those of one {@link LabelGroup}.
 *
 * <p>A label outside the label set of the evaluation has no known number of training acts and so
 * belongs to no group, but to {@link #ALL}: as a gold label it can be missed there, as a prediction
 * it takes a rank there. (In {@link #ZERO}, a model with more concepts than the evaluation would be
 * ranked among more zero-shot labels than its competitors.)
 */
public enum EvaluationGroup {
  ALL,
  FREQUENT,
  FEW,
  ZERO;

  static final List<EvaluationGroup> LABEL_GROUPS = List.of(FREQUENT, FEW, ZERO);

  /** Whether the label belongs to this group. */
  public boolean contains(LabelSet labels, String label) {
    if (this == ALL) {
      return true;
    }
    OptionalInt index = labels.indexOf(label);
    return index.isPresent() && this == of(labels.group(index.getAsInt()));
  }

  public static EvaluationGroup of(LabelGroup group) {
    return switch (group) {
      case FREQUENT -> FREQUENT;
      case FEW -> FEW;
      case ZERO -> ZERO;
    };
  }

  /** The group's name in files, parameters and reports: {@code all}, {@code frequent}, ... */
  public String key() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * Finds a group by its key.
   *
   * @throws IllegalArgumentException naming the valid groups
   */
  public static EvaluationGroup parse(String key) {
    for (EvaluationGroup group : values()) {
      if (group.key().equals(key)) {
        return group;
      }
    }
    throw new IllegalArgumentException(
        "unknown label group '" + key + "': use all, frequent, few or zero");
  }
}

package org.solrlmtc.core.eval;

import java.util.Arrays;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * A measure on a group of labels, in text {@code few:RP@5}; the group {@code all} may be omitted.
 *
 * @param k the cut-off of a ranking measure, 0 for the others
 */
public record Measure(EvaluationGroup group, Kind kind, int k) {

  /** What is averaged over what. */
  public enum Averaging {
    /** A ranking cut at K: a value per act, then the mean over acts with gold labels. */
    RANKING,
    /** Assigned labels: a value per act, then the mean over acts with gold labels. */
    PER_ACT,
    /** Assigned labels, over all (act, label) decisions. */
    MICRO,
    /** Assigned labels: a value per label, then the mean over labels with gold acts. */
    MACRO
  }

  /** The measures; {@link #key} is the name in text. */
  public enum Kind {
    PRECISION_AT_K("P@", Averaging.RANKING),
    RECALL_AT_K("R@", Averaging.RANKING),
    R_PRECISION_AT_K("RP@", Averaging.RANKING),
    NDCG_AT_K("nDCG@", Averaging.RANKING),
    ACT_PRECISION("act-P", Averaging.PER_ACT),
    ACT_RECALL("act-R", Averaging.PER_ACT),
    ACT_F1("act-F1", Averaging.PER_ACT),
    MICRO_PRECISION("micro-P", Averaging.MICRO),
    MICRO_RECALL("micro-R", Averaging.MICRO),
    MICRO_F1("micro-F1", Averaging.MICRO),
    MACRO_PRECISION("macro-P", Averaging.MACRO),
    MACRO_RECALL("macro-R", Averaging.MACRO),
    MACRO_F1("macro-F1", Averaging.MACRO),
    HIERARCHICAL_R_PRECISION_AT_K("hRP@", Averaging.RANKING),
    HIERARCHICAL_PRECISION("h-micro-P", Averaging.MICRO),
    HIERARCHICAL_RECALL("h-micro-R", Averaging.MICRO),
    HIERARCHICAL_F1("h-micro-F1", Averaging.MICRO);

    private final String key;
    private final Averaging averaging;

    Kind(String key, Averaging averaging) {
      this.key = key;
      this.averaging = averaging;
    }

    public String key() {
      return key;
    }

    /** True for measures of a ranking cut at K. */
    public boolean isAtK() {
      return averaging == Averaging.RANKING;
    }

    /** True for measures that give credit along broader concepts. */
    public boolean isHierarchical() {
      return key.startsWith("h");
    }

    public Averaging averaging() {
      return averaging;
    }
  }

  public Measure {
    Objects.requireNonNull(group, "group");
    Objects.requireNonNull(kind, "kind");
    if (kind.isAtK()) {
      EvaluationSettings.checkK(k);
    } else if (k != 0) {
      throw new IllegalArgumentException(kind.key() + " has no K, but was given " + k);
    }
  }

  /**
   * Reads the text form.
   *
   * @throws IllegalArgumentException naming what is wrong and the valid forms
   */
  public static Measure parse(String text) {
    int colon = text.indexOf(':');
    EvaluationGroup group =
        colon < 0 ? EvaluationGroup.ALL : EvaluationGroup.parse(text.substring(0, colon));
    String name = text.substring(colon + 1);
    int at = name.indexOf('@') + 1;
    String key = at == 0 ? name : name.substring(0, at);
    for (Kind kind : Kind.values()) {
      if (kind.key.equals(key)) {
        return new Measure(group, kind, at == 0 ? 0 : parseK(name.substring(at), text));
      }
    }
    throw new IllegalArgumentException(
        "unknown measure '"
            + text
            + "': use one of "
            + Arrays.stream(Kind.values())
                .map(kind -> kind.isAtK() ? kind.key + "K" : kind.key)
                .collect(Collectors.joining(", "))
            + ", with frequent:, few: or zero: before it for a group of labels");
  }

  private static int parseK(String number, String text) {
    try {
      return Integer.parseInt(number);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "'" + number + "' is not a number K in measure '" + text + "'", e);
    }
  }

  /** The text form, which {@link #parse} reads; the group {@code all} is omitted. */
  @Override
  public String toString() {
    String name = kind.isAtK() ? kind.key + k : kind.key;
    return group == EvaluationGroup.ALL ? name : group.key() + ":" + name;
  }
}

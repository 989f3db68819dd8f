package org.solrlmtc.core.decide;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.solrlmtc.core.score.Coverage;
import org.solrlmtc.core.score.LabelScores;
import org.solrlmtc.core.score.ScoredLabel;

/**
 * Turns the scores of an act into its assigned labels, best first. Labels whose score is above
 * their threshold are candidates; the {@link Type} decides how many of them are assigned.
 *
 * @param threshold a candidate has a score greater than this
 * @param labelThresholds thresholds per label, by concept id; they replace the global one
 * @param expectedLabels the number of gold labels to expect of an act; only with {@link
 *     Type#EXPECTED_F1}, else 0
 * @param upperThreshold candidates with a score greater than this are assigned whatever the
 *     expected F1; only with {@link Type#EXPECTED_F1}, else 1
 * @param wordsPerLabel an act gets at most one label per this many words that the model knows, and
 *     at least one is allowed; 0 for no such limit
 * @param minLabels an act with fewer labels gets its best ones up to this number, even if they are
 *     no candidates
 * @param maxLabels maximum number of labels per act
 */
public record DecisionRule(
    Type type,
    double threshold,
    Map<String, Double> labelThresholds,
    double expectedLabels,
    double upperThreshold,
    double wordsPerLabel,
    int minLabels,
    int maxLabels) {

  /** How many candidates are assigned. */
  public enum Type {
    /** All of them. */
    THRESHOLD("threshold"),

    /**
     * The number of best ones with the largest expected F1. For the k best of calibrated scores it
     * is 2 x (sum of the k scores) / (k + expected number of gold labels). Unlike a fixed
     * threshold, it follows the scores of an act, which are lower for acts unlike the training
     * acts.
     */
    EXPECTED_F1("expected-f1");

    private final String key;

    Type(String key) {
      this.key = key;
    }

    /** The name in manifests and recipes. */
    public String key() {
      return key;
    }

    /**
     * Finds a type by its {@link #key}.
     *
     * @throws IllegalArgumentException naming the types
     */
    public static Type parse(String key) {
      for (Type type : values()) {
        if (type.key.equals(key)) {
          return type;
        }
      }
      throw new IllegalArgumentException(
          "there is no decision type '" + key + "': use threshold or expected-f1");
    }
  }

  public DecisionRule {
    Objects.requireNonNull(type, "type is missing");
    checkThreshold("the threshold", threshold);
    labelThresholds = Map.copyOf(labelThresholds);
    labelThresholds.forEach((id, value) -> checkThreshold("the threshold of label " + id, value));
    checkThreshold("upperThreshold", upperThreshold);
    if (type == Type.EXPECTED_F1) {
      if (!(expectedLabels > 0) || Double.isInfinite(expectedLabels)) {
        throw new IllegalArgumentException(
            "expectedLabels must be greater than 0, not " + expectedLabels);
      }
      if (upperThreshold < threshold) {
        throw new IllegalArgumentException(
            "upperThreshold ("
                + upperThreshold
                + ") must not be less than threshold ("
                + threshold
                + ")");
      }
    } else if (expectedLabels != 0 || upperThreshold != 1) {
      throw new IllegalArgumentException(
          "expectedLabels and upperThreshold are for the type expected-f1, not " + type.key());
    }
    if (!(wordsPerLabel >= 0) || Double.isInfinite(wordsPerLabel)) {
      throw new IllegalArgumentException("wordsPerLabel must be 0 or more, not " + wordsPerLabel);
    }
    if (maxLabels < 1) {
      throw new IllegalArgumentException("maxLabels must be at least 1, not " + maxLabels);
    }
    if (minLabels < 0 || minLabels > maxLabels) {
      throw new IllegalArgumentException(
          "minLabels must be between 0 and maxLabels (" + maxLabels + "), not " + minLabels);
    }
  }

  /** Assigns all labels above their threshold, best first, at most {@code maxLabels}. */
  public DecisionRule(double threshold, Map<String, Double> labelThresholds, int maxLabels) {
    this(Type.THRESHOLD, threshold, labelThresholds, 0, 1, 0, 0, maxLabels);
  }

  /** Reads the fields of a manifest. */
  @JsonCreator
  static DecisionRule of(
      @JsonProperty("type") String type,
      @JsonProperty("threshold") Double threshold,
      @JsonProperty("labelThresholds") Map<String, Double> labelThresholds,
      @JsonProperty("expectedLabels") Double expectedLabels,
      @JsonProperty("upperThreshold") Double upperThreshold,
      @JsonProperty("wordsPerLabel") Double wordsPerLabel,
      @JsonProperty("minLabels") Integer minLabels,
      @JsonProperty("maxLabels") Integer maxLabels) {
    return new DecisionRule(
        type == null ? Type.THRESHOLD : Type.parse(type),
        Objects.requireNonNull(threshold, "threshold is missing"),
        Objects.requireNonNull(labelThresholds, "labelThresholds is missing"),
        expectedLabels == null ? 0 : expectedLabels,
        upperThreshold == null ? 1 : upperThreshold,
        wordsPerLabel == null ? 0 : wordsPerLabel,
        minLabels == null ? 0 : minLabels,
        Objects.requireNonNull(maxLabels, "maxLabels is missing"));
  }

  /** The fields of a manifest, without those of other types. */
  @JsonValue
  public Map<String, Object> fields() {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("type", type.key());
    fields.put("threshold", threshold);
    fields.put("labelThresholds", new TreeMap<>(labelThresholds));
    if (type == Type.EXPECTED_F1) {
      fields.put("expectedLabels", expectedLabels);
      fields.put("upperThreshold", upperThreshold);
    }
    fields.put("wordsPerLabel", wordsPerLabel);
    fields.put("minLabels", minLabels);
    fields.put("maxLabels", maxLabels);
    return fields;
  }

  /** The rule as text. */
  public String describe() {
    StringBuilder text = new StringBuilder("assigned when the score is above ");
    text.append(number(threshold));
    if (!labelThresholds.isEmpty()) {
      text.append(
          String.format(
              Locale.ROOT,
              ", or above the label's own threshold (%,d labels have one)",
              labelThresholds.size()));
    }
    if (type == Type.EXPECTED_F1) {
      text.append(", and as many as give the largest expected F1 with ")
          .append(number(expectedLabels))
          .append(" gold labels per act");
      if (upperThreshold < 1) {
        text.append(", or the score is above ").append(number(upperThreshold));
      }
    }
    if (wordsPerLabel > 0) {
      text.append("; at most one label per ")
          .append(number(wordsPerLabel))
          .append(" known words of the act");
    }
    if (minLabels > 0) {
      text.append("; at least ").append(minLabels).append(" labels per act");
    }
    if (maxLabels < Integer.MAX_VALUE) {
      text.append("; at most ").append(maxLabels).append(" labels per act");
    }
    return text.toString();
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%.4f", value).replaceFirst("\\.?0+$", "");
  }

  /** One threshold for all labels, and no maximum number of labels. */
  public static DecisionRule above(double threshold) {
    return new DecisionRule(threshold, Map.of(), Integer.MAX_VALUE);
  }

  /**
   * The rule with other numbers, where they are given.
   *
   * @param newThreshold assigns all labels above it, instead of the number that the {@link Type}
   *     chooses and that the words of the act allow
   * @throws IllegalArgumentException naming the number that is wrong
   */
  public DecisionRule with(
      Optional<Double> newThreshold, Optional<Integer> newMin, Optional<Integer> newMax) {
    int min = newMin.orElse(minLabels);
    // a number that is given replaces one of the bundle that it contradicts
    int max = newMax.orElse(newMin.isPresent() ? Math.max(maxLabels, min) : maxLabels);
    min = newMin.isPresent() ? min : Math.min(min, max);
    return newThreshold.isPresent()
        ? new DecisionRule(Type.THRESHOLD, newThreshold.get(), Map.of(), 0, 1, 0, min, max)
        : new DecisionRule(
            type,
            threshold,
            labelThresholds,
            expectedLabels,
            upperThreshold,
            wordsPerLabel,
            min,
            max);
  }

  /** The rule with another number of words per label. */
  public DecisionRule withWordsPerLabel(double words) {
    return new DecisionRule(
        type,
        threshold,
        labelThresholds,
        expectedLabels,
        upperThreshold,
        words,
        minLabels,
        maxLabels);
  }

  /**
   * The rule for an act of which this much is known: a text of few words is not evidence for many
   * labels, whatever their scores.
   */
  public DecisionRule within(Optional<Coverage> coverage) {
    if (wordsPerLabel == 0 || coverage.isEmpty()) {
      return this;
    }
    int limit =
        Math.max(Math.max(1, minLabels), (int) Math.ceil(coverage.get().known() / wordsPerLabel));
    return limit >= maxLabels ? this : with(Optional.empty(), Optional.empty(), Optional.of(limit));
  }

  /** The assigned labels in rank order. */
  public List<ScoredLabel> decide(LabelScores scores) {
    return within(scores.coverage())
        .decide(considered(scores), ScoredLabel::id, ScoredLabel::score);
  }

  /**
   * The labels that {@link #decide} needs, in rank order: all candidates, and the best {@code
   * minLabels}.
   */
  public List<ScoredLabel> considered(LabelScores scores) {
    List<ScoredLabel> candidates = scores.above(this::thresholdOf);
    if (candidates.size() >= minLabels) {
      return candidates;
    }
    TreeSet<ScoredLabel> considered = new TreeSet<>(candidates);
    considered.addAll(scores.top(minLabels));
    return List.copyOf(considered);
  }

  /**
   * The assigned labels in rank order.
   *
   * @param ranking labels in rank order, among them all that are {@linkplain #considered
   *     considered}
   */
  public <T> List<T> decide(List<T> ranking, Function<T, String> id, ToDoubleFunction<T> score) {
    List<T> candidates = new ArrayList<>();
    List<T> others = new ArrayList<>();
    for (T label : ranking) {
      boolean above = score.applyAsDouble(label) > thresholdOf(id.apply(label));
      (above ? candidates : others).add(label);
    }
    int assigned =
        type == Type.EXPECTED_F1
            ? countOfBestF1(candidates.stream().mapToDouble(score).toArray())
            : candidates.size();
    if (assigned < minLabels) {
      return best(ranking, candidates, others);
    }
    return List.copyOf(candidates.subList(0, Math.min(assigned, maxLabels)));
  }

  /** The best {@code minLabels}: candidates first, then others; in rank order. */
  private <T> List<T> best(List<T> ranking, List<T> candidates, List<T> others) {
    List<T> best = new ArrayList<>(candidates);
    best.addAll(others);
    List<T> kept = best.subList(0, Math.min(minLabels, best.size()));
    return ranking.stream().filter(kept::contains).toList();
  }

  /**
   * @param scores of the candidates, in rank order
   */
  private int countOfBestF1(double[] scores) {
    int count = 0;
    double bestF1 = 0;
    double sum = 0;
    for (int k = 1; k <= scores.length; k++) {
      sum += scores[k - 1];
      double expectedF1 = 2 * sum / (k + expectedLabels);
      if (expectedF1 > bestF1 || scores[k - 1] > upperThreshold) {
        bestF1 = Math.max(bestF1, expectedF1);
        count = k;
      }
    }
    return count;
  }

  /** The threshold of a label: its score must be greater. */
  public double thresholdOf(String id) {
    return labelThresholds.isEmpty() ? threshold : labelThresholds.getOrDefault(id, threshold);
  }

  private static void checkThreshold(String what, double value) {
    if (!(value >= 0 && value <= 1)) {
      throw new IllegalArgumentException(what + " must be between 0 and 1, not " + value);
    }
  }
}

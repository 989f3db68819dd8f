package org.solrlmtc.training.tune;

import java.util.Map;
import java.util.Optional;
import org.solrlmtc.core.decide.DecisionRule;
import org.solrlmtc.core.decide.DecisionRule.Type;
import org.solrlmtc.core.settings.Settings;
import org.solrlmtc.training.execution.TrainingException;

/**
 * How the decision rule of a bundle is made: the section {@code decision} of a recipe. What is not
 * given is tuned or measured on the development acts.
 *
 * @param threshold the rule's threshold; if empty, it is tuned, or 0.05 for {@code expected-f1}
 * @param labelThresholds whether every label has its own threshold; only for {@code threshold}
 * @param expectedLabels the number of gold labels to expect of an act; if empty, their mean number
 *     on the development acts. Only for {@code expected-f1}
 * @param upperThreshold if empty, it is tuned; only for {@code expected-f1}
 * @param wordsPerLabel if empty, it is tuned, or 0 for a method without a vocabulary
 * @param minLabels the minimum number of labels per act
 * @param maxLabels the maximum number of labels per act; 0 for no limit
 */
public record DecisionOptions(
    Type type,
    Optional<Double> threshold,
    boolean labelThresholds,
    Optional<Double> expectedLabels,
    Optional<Double> upperThreshold,
    Optional<Double> wordsPerLabel,
    int minLabels,
    int maxLabels) {
  /**
   * Of the labels with this score, one in twenty is correct. On acts like the training acts it
   * makes no difference; on others it keeps acts that the model knows nothing of without labels.
   */
  private static final double FLOOR = 0.05;

  private static final double UNTUNED_THRESHOLD = 0.5;

  public DecisionOptions {
    if (labelThresholds && (type != Type.THRESHOLD || threshold.isPresent())) {
      throw new IllegalArgumentException(
          "the decision setting 'labelThresholds' needs the type threshold, and no 'threshold'"
              + " beside it: both are tuned");
    }
    if (type != Type.EXPECTED_F1 && (expectedLabels.isPresent() || upperThreshold.isPresent())) {
      throw new IllegalArgumentException(
          "the decision settings 'expectedLabels' and 'upperThreshold' need the type expected-f1");
    }
    if (maxLabels < 0) {
      throw new IllegalArgumentException(
          "the decision setting 'maxLabels' must be 0 (no limit) or more, not " + maxLabels);
    }
    // refuses values that no rule can have
    rule(
        type,
        threshold.orElse(FLOOR),
        expectedLabels.orElse(1.0),
        upperThreshold.orElse(1.0),
        wordsPerLabel.orElse(0.0),
        minLabels,
        maxLabels);
  }

  /**
   * Reads the section of a recipe.
   *
   * @throws IllegalArgumentException naming the setting that is unknown or wrong
   */
  public static DecisionOptions of(Map<String, Object> section) {
    Settings settings = new Settings("decision", section);
    DecisionOptions options =
        new DecisionOptions(
            settings.choice("type", Type.THRESHOLD),
            settings.optionalNumber("threshold"),
            settings.flag("labelThresholds", false),
            settings.optionalNumber("expectedLabels"),
            settings.optionalNumber("upperThreshold"),
            settings.optionalNumber("wordsPerLabel"),
            settings.integer("minLabels", 0),
            settings.integer("maxLabels", 0));
    settings.finish();
    return options;
  }

  /**
   * The rule without development acts.
   *
   * @throws TrainingException naming the setting that it needs
   */
  public DecisionRule untuned() {
    if (type == Type.THRESHOLD) {
      return rule(threshold.orElse(UNTUNED_THRESHOLD), 0, 1);
    }
    if (expectedLabels.isEmpty()) {
      throw new TrainingException(
          "the decision setting 'expectedLabels' is missing: without a split dev it cannot be"
              + " measured");
    }
    return rule(floor(), expectedLabels.get(), upperThreshold.orElse(1.0));
  }

  /** The lower bound of scores under {@code expected-f1}. */
  double floor() {
    return threshold.orElse(FLOOR);
  }

  /** The rule with these numbers; the last two are for {@code expected-f1}. */
  DecisionRule rule(double tunedThreshold, double tunedLabels, double tunedUpper) {
    return rule(
        type,
        tunedThreshold,
        tunedLabels,
        tunedUpper,
        wordsPerLabel.orElse(0.0),
        minLabels,
        maxLabels);
  }

  private static DecisionRule rule(
      Type type,
      double threshold,
      double expectedLabels,
      double upperThreshold,
      double wordsPerLabel,
      int minLabels,
      int maxLabels) {
    boolean expectedF1 = type == Type.EXPECTED_F1;
    return new DecisionRule(
        type,
        threshold,
        Map.of(),
        expectedF1 ? expectedLabels : 0,
        expectedF1 ? upperThreshold : 1,
        wordsPerLabel,
        minLabels,
        maxLabels == 0 ? Integer.MAX_VALUE : maxLabels);
  }

  /** The same options for a model with this number of labels: it is the limit if there is none. */
  public DecisionOptions withLabels(int labels) {
    return new DecisionOptions(
        type,
        threshold,
        labelThresholds,
        expectedLabels,
        upperThreshold,
        wordsPerLabel,
        minLabels,
        maxLabels == 0 ? Math.max(labels, minLabels) : maxLabels);
  }

  int maxLabelsOrAll() {
    return maxLabels == 0 ? Integer.MAX_VALUE : maxLabels;
  }
}

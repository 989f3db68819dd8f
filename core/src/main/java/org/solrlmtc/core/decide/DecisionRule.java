package org.solrlmtc.core.decide;

import java.util.List;
import java.util.Map;
import org.solrlmtc.core.score.LabelScores;
import org.solrlmtc.core.score.ScoredLabel;

/**
 * Turns scores into assigned labels: those whose score is above the threshold (the label's own, or
 * the global one), best first, at most {@code maxLabels}.
 *
 * @param threshold a label is assigned when its score is greater than this
 * @param labelThresholds thresholds per label, by concept id; they replace the global one
 * @param maxLabels maximum number of labels per act
 */
public record DecisionRule(double threshold, Map<String, Double> labelThresholds, int maxLabels) {

  public DecisionRule {
    checkThreshold("the threshold", threshold);
    labelThresholds = Map.copyOf(labelThresholds);
    labelThresholds.forEach((id, value) -> checkThreshold("the threshold of label " + id, value));
    if (maxLabels < 1) {
      throw new IllegalArgumentException("maxLabels must be at least 1, not " + maxLabels);
    }
  }

  /** One threshold for all labels, and no maximum number of labels. */
  public static DecisionRule above(double threshold) {
    return new DecisionRule(threshold, Map.of(), Integer.MAX_VALUE);
  }

  /** The assigned labels in rank order. */
  public List<ScoredLabel> decide(LabelScores scores) {
    return scores.above(this::thresholdOf, maxLabels);
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

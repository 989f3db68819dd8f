package org.solrlmtc.core.label;

import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import org.solrlmtc.core.bundle.BundleManifest;
import org.solrlmtc.core.bundle.ModelBundle;
import org.solrlmtc.core.decide.DecisionRule;
import org.solrlmtc.core.decide.DecisionSettings;
import org.solrlmtc.core.reference.Reference;
import org.solrlmtc.core.score.LabelScores;
import org.solrlmtc.core.score.ScoredLabel;

/** From the scores of an act to its labels, as a bundle and its user want it. Immutable. */
public final class ActDecision {
  private final DecisionRule rule;
  private final Optional<BitSet> allowed;

  /** The number of gold labels to expect of an act. */
  private final Optional<Double> expectedLabels;

  private ActDecision(
      DecisionRule rule, Optional<BitSet> allowed, Optional<Double> expectedLabels) {
    this.rule = rule;
    this.allowed = allowed;
    this.expectedLabels = expectedLabels;
  }

  /**
   * The decision of a bundle, changed by settings.
   *
   * @throws IllegalArgumentException if the numbers contradict each other
   */
  public static ActDecision of(ModelBundle bundle, DecisionSettings settings) {
    return new ActDecision(
        settings.rule(bundle.manifest().decision()),
        settings.allowed(bundle.labels(), bundle.thesaurus()),
        expectedLabels(bundle.manifest()));
  }

  private static Optional<Double> expectedLabels(BundleManifest manifest) {
    return manifest.decision().type() == DecisionRule.Type.EXPECTED_F1
        ? Optional.of(manifest.decision().expectedLabels())
        : Optional.ofNullable(manifest.reference()).map(Reference::goldLabels);
  }

  /** The rule, without regard to concepts. */
  public DecisionRule rule() {
    return rule;
  }

  /** The assigned labels in rank order. */
  public List<ScoredLabel> decide(LabelScores scores) {
    return rule.decide(allowed.map(scores::only).orElse(scores));
  }

  /**
   * The expected F1 of the assigned labels; empty if the bundle does not have the number of gold
   * labels to expect.
   */
  public Optional<Double> confidence(List<ScoredLabel> assigned) {
    return expectedLabels.map(expected -> confidence(assigned, expected));
  }

  /**
   * The expected F1 of assigned labels: 2 x (sum of their scores) / (their number + expected number
   * of gold labels). An act with many sure labels is expected to have as many gold labels, so that
   * the result is at most 1.
   */
  public static double confidence(List<ScoredLabel> assigned, double expectedLabels) {
    double sum = assigned.stream().mapToDouble(ScoredLabel::score).sum();
    return sum == 0 ? 0 : 2 * sum / (assigned.size() + Math.max(expectedLabels, sum));
  }
}

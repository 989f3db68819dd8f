package org.solrlmtc.core.eval;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.solrlmtc.core.decide.DecisionRule;
import org.solrlmtc.core.io.Sha256;
import org.solrlmtc.core.score.LabelSet;

/**
 * The measures of an evaluation and its label set.
 *
 * @param labels the evaluation's own label set: it decides every label's group. It may differ from
 *     the model's, and should be the same for all systems compared
 * @param ks the cut-offs K reported, rising, each between 1 and {@link #MAX_K}
 * @param rule which predicted labels count as assigned, for precision, recall and F1
 * @param averagePrecision whether each label's average precision is computed. It is the only
 *     measure whose memory grows with the acts: four bytes per predicted label
 * @param ancestors all broader concepts of a concept, without itself; if present, the
 *     hierarchy-aware measures are computed too
 */
public record EvaluationSettings(
    LabelSet labels,
    List<Integer> ks,
    DecisionRule rule,
    boolean averagePrecision,
    Optional<Function<String, Set<String>>> ancestors) {

  /** The largest cut-off: nobody reads longer rankings. */
  public static final int MAX_K = 1000;

  private static final int FINGERPRINT_CHARS = 32;

  /** Minimum depth of rankings, for plots of K = 1..10. */
  private static final int MIN_DEPTH = 10;

  public EvaluationSettings {
    Objects.requireNonNull(labels, "labels");
    Objects.requireNonNull(rule, "rule");
    Objects.requireNonNull(ancestors, "ancestors");
    if (ks.isEmpty()) {
      throw new IllegalArgumentException("an evaluation needs at least one K");
    }
    ks.forEach(EvaluationSettings::checkK);
    ks = List.copyOf(new TreeSet<>(ks));
  }

  /** K = 1, 3, 5, 10 and the paper's decision rule (score above 0.5), with average precision. */
  public static EvaluationSettings of(LabelSet labels) {
    return new EvaluationSettings(
        labels, List.of(1, 3, 5, 10), DecisionRule.above(0.5), true, Optional.empty());
  }

  public EvaluationSettings withKs(List<Integer> newKs) {
    return new EvaluationSettings(labels, newKs, rule, averagePrecision, ancestors);
  }

  public EvaluationSettings withRule(DecisionRule newRule) {
    return new EvaluationSettings(labels, ks, newRule, averagePrecision, ancestors);
  }

  public EvaluationSettings withAveragePrecision(boolean computed) {
    return new EvaluationSettings(labels, ks, rule, computed, ancestors);
  }

  public EvaluationSettings withAncestors(Function<String, Set<String>> newAncestors) {
    return new EvaluationSettings(labels, ks, rule, averagePrecision, Optional.of(newAncestors));
  }

  /** The depth of rankings: measures are available for any K up to it. */
  public int depth() {
    return Math.max(MIN_DEPTH, ks.get(ks.size() - 1));
  }

  /**
   * Equal for evaluations whose counts may be added: a digest of everything except the hierarchy,
   * of which only the presence is known.
   */
  String fingerprint() {
    StringBuilder text = new StringBuilder();
    for (int index = 0; index < labels.size(); index++) {
      text.append(labels.id(index)).append('\t').append(labels.trainingActs(index)).append('\n');
    }
    text.append(ks).append(rule.fields());
    text.append(averagePrecision).append(ancestors.isPresent());
    return Sha256.of(text.toString()).substring(0, FINGERPRINT_CHARS);
  }

  static void checkK(int k) {
    if (k < 1 || k > MAX_K) {
      throw new IllegalArgumentException("K must be between 1 and " + MAX_K + ", not " + k);
    }
  }
}

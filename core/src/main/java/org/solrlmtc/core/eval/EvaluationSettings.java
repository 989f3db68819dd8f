package org.solrlmtc.core.eval;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import org.solrlmtc.core.decide.DecisionRule;
import org.solrlmtc.core.score.LabelSet;

/**
 * What an evaluation measures and against which labels.
 *
 * @param labels the evaluation's own label set: it decides every label's group. It need not be the
 *     model's, and should be the same for all systems compared
 * @param ks the cut-offs K reported, rising, each between 1 and {@link #MAX_K}
 * @param rule which predicted labels count as assigned, for precision, recall and F1
 * @param averagePrecision whether each label's average precision is computed. It is the one measure
 *     whose memory grows with the acts: four bytes a predicted label
 * @param ancestors every concept above a concept, without itself; when present, the hierarchy-aware
 *     measures are computed too
 */
public record EvaluationSettings(
    LabelSet labels,
    List<Integer> ks,
    DecisionRule rule,
    boolean averagePrecision,
    Optional<Function<String, Set<String>>> ancestors) {

  /** The deepest cut-off: beyond it a ranking is a list nobody reads. */
  public static final int MAX_K = 1000;

  /** Rankings are followed at least so far, for plots of K = 1..10. */
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

  /** How far rankings are followed: measures can be asked for any K up to here. */
  public int depth() {
    return Math.max(MIN_DEPTH, ks.get(ks.size() - 1));
  }

  /**
   * Equal for evaluations whose counts may be added up: a digest of everything but the hierarchy,
   * of which only the presence can be told.
   */
  String fingerprint() {
    StringBuilder text = new StringBuilder();
    for (int index = 0; index < labels.size(); index++) {
      text.append(labels.id(index)).append('\t').append(labels.trainingActs(index)).append('\n');
    }
    text.append(ks).append(rule.threshold()).append(new TreeMap<>(rule.labelThresholds()));
    text.append(rule.maxLabels()).append(averagePrecision).append(ancestors.isPresent());
    return HexFormat.of().formatHex(sha256(text.toString()), 0, 16);
  }

  static byte[] sha256(String text) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java platform has SHA-256", e);
    }
  }

  static void checkK(int k) {
    if (k < 1 || k > MAX_K) {
      throw new IllegalArgumentException("K must be between 1 and " + MAX_K + ", not " + k);
    }
  }
}

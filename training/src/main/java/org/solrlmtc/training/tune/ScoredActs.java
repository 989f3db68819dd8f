package org.solrlmtc.training.tune;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.solrlmtc.core.decide.DecisionRule;
import org.solrlmtc.core.score.Coverage;
import org.solrlmtc.core.score.LabelScores;

/** The rankings of acts with gold labels, to tune a decision rule on. */
final class ScoredActs {
  private final int maxLabels;
  private final List<Act> acts = new ArrayList<>();
  private long gold;

  /** A ranked label. */
  record Label(String id, float score, boolean correct) {}

  /**
   * An act's labels in rank order, how much of it the model knows, and its number of gold labels.
   */
  record Act(List<Label> ranking, Optional<Coverage> coverage, int gold) {}

  /**
   * @param maxLabels labels after these are not considered, as in prediction
   */
  ScoredActs(int maxLabels) {
    this.maxLabels = maxLabels;
  }

  void add(LabelScores scores, Collection<String> goldLabels) {
    Set<String> goldSet = new HashSet<>(goldLabels);
    gold += goldSet.size();
    acts.add(
        new Act(
            scores.top(maxLabels).stream()
                .map(label -> new Label(label.id(), label.score(), goldSet.contains(label.id())))
                .toList(),
            scores.coverage(),
            goldSet.size()));
  }

  List<Act> acts() {
    return acts;
  }

  /** The number of gold labels of all acts. */
  long gold() {
    return gold;
  }

  /** The decisions of a rule on these acts. */
  Counts counts(DecisionRule rule) {
    long assigned = 0;
    long correct = 0;
    for (Act act : acts) {
      for (Label label : rule.within(act.coverage).decide(act.ranking, Label::id, Label::score)) {
        assigned++;
        correct += label.correct ? 1 : 0;
      }
    }
    return new Counts(assigned, correct, gold);
  }

  /** Decisions on some acts. */
  record Counts(long assigned, long correct, long gold) {
    Counts plus(Counts other) {
      return new Counts(assigned + other.assigned, correct + other.correct, gold + other.gold);
    }

    double f1() {
      return assigned + gold == 0 ? 0 : 2.0 * correct / (assigned + gold);
    }
  }
}

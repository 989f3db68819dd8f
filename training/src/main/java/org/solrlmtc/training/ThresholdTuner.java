package org.solrlmtc.training;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.solrlmtc.core.decide.DecisionRule;
import org.solrlmtc.core.score.LabelScores;
import org.solrlmtc.core.score.ScoredLabel;

/**
 * Finds the thresholds that give the best micro-F1 on the acts it saw. Only the {@code maxLabels}
 * best labels of an act count, as when the thresholds are used.
 */
final class ThresholdTuner {
  /** A label's own acts count as much as this many acts that speak for the global threshold. */
  private static final double SHRINKAGE = 20;

  private final int maxLabels;
  private final List<Decision> decisions = new ArrayList<>();
  private long gold;

  ThresholdTuner(int maxLabels) {
    this.maxLabels = maxLabels;
  }

  void add(LabelScores scores, Collection<String> goldLabels) {
    Set<String> right = new HashSet<>(goldLabels);
    gold += right.size();
    for (ScoredLabel label : scores.top(maxLabels)) {
      decisions.add(new Decision(label.id(), label.score(), right.contains(label.id())));
    }
  }

  /** The one threshold for all labels. */
  DecisionRule tune() {
    return new DecisionRule(best(), Map.of(), maxLabels);
  }

  /**
   * A threshold for each label: the one that adds most to the micro-F1 which the global threshold
   * reaches, drawn towards the global one the more, the fewer acts carry the label.
   */
  DecisionRule tuneByLabel() {
    DecisionRule global = tune();
    double reached = counts(global).f1();
    Map<String, Double> byLabel = new TreeMap<>();
    decisions.stream()
        .collect(Collectors.groupingBy(Decision::label))
        .forEach(
            (label, ofLabel) -> {
              long acts = ofLabel.stream().filter(Decision::right).count();
              if (acts > 0) {
                double own = bestOf(ofLabel, reached / 2, global.threshold());
                double share = acts / (acts + SHRINKAGE);
                byLabel.put(label, share * own + (1 - share) * global.threshold());
              }
            });
    return new DecisionRule(global.threshold(), byLabel, maxLabels);
  }

  /** What a rule gets right of these acts. */
  Counts counts(DecisionRule rule) {
    long assigned = 0;
    long right = 0;
    for (Decision decision : decisions) {
      if (decision.score > rule.thresholdOf(decision.label)) {
        assigned++;
        right += decision.right ? 1 : 0;
      }
    }
    return new Counts(assigned, right, gold);
  }

  /** Labels of equal score stand or fall together. */
  private double best() {
    decisions.sort(Comparator.comparingDouble(Decision::score).reversed());
    double best = 1;
    double bestF1 = 0;
    long right = 0;
    for (int i = 0; i < decisions.size(); i++) {
      right += decisions.get(i).right() ? 1 : 0;
      boolean last = i + 1 == decisions.size();
      float next = last ? 0f : decisions.get(i + 1).score();
      if (decisions.get(i).score() == next) {
        continue;
      }
      double f1 = 2.0 * right / (i + 1 + gold);
      if (f1 > bestF1) {
        bestF1 = f1;
        best = next;
      }
    }
    return best;
  }

  /**
   * The threshold of one label: an assigned label pays when its chance to be right exceeds this.
   */
  private static double bestOf(List<Decision> ofLabel, double price, double global) {
    List<Decision> sorted = new ArrayList<>(ofLabel);
    sorted.sort(Comparator.comparingDouble(Decision::score).reversed());
    double gain = 0;
    double bestGain = 0;
    double best = Math.max(global, sorted.get(0).score);
    for (int i = 0; i < sorted.size(); i++) {
      gain += (sorted.get(i).right ? 1 : 0) - price;
      float next = i + 1 == sorted.size() ? 0f : sorted.get(i + 1).score;
      if (sorted.get(i).score != next && gain > bestGain) {
        bestGain = gain;
        // half-way to the next label: new acts will not score as these did
        best = (sorted.get(i).score + next) / 2;
      }
    }
    return best;
  }

  /** Decisions on some acts. */
  record Counts(long assigned, long right, long gold) {
    Counts plus(Counts other) {
      return new Counts(assigned + other.assigned, right + other.right, gold + other.gold);
    }

    double f1() {
      return assigned + gold == 0 ? 0 : 2.0 * right / (assigned + gold);
    }
  }

  private record Decision(String label, float score, boolean right) {}
}

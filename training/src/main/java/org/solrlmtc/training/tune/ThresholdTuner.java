package org.solrlmtc.training.tune;

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
 * Tunes thresholds for the best micro-F1 on the added acts. Only the {@code maxLabels} best labels
 * of an act are considered, as in prediction.
 */
final class ThresholdTuner {
  /**
   * Shrinkage: the number of acts at which a label's own threshold and the global one have equal
   * weights.
   */
  private static final double SHRINKAGE = 20;

  private final int maxLabels;
  private final List<Decision> decisions = new ArrayList<>();
  private long gold;

  ThresholdTuner(int maxLabels) {
    this.maxLabels = maxLabels;
  }

  void add(LabelScores scores, Collection<String> goldLabels) {
    Set<String> goldSet = new HashSet<>(goldLabels);
    gold += goldSet.size();
    for (ScoredLabel label : scores.top(maxLabels)) {
      decisions.add(new Decision(label.id(), label.score(), goldSet.contains(label.id())));
    }
  }

  /** One global threshold. */
  DecisionRule tune() {
    return new DecisionRule(best(), Map.of(), maxLabels);
  }

  /**
   * One threshold per label: the one with the highest gain over the micro-F1 of the global
   * threshold, shrunk towards the global threshold the more, the fewer acts have the label.
   */
  DecisionRule tuneByLabel() {
    DecisionRule global = tune();
    double reached = counts(global).f1();
    Map<String, Double> byLabel = new TreeMap<>();
    decisions.stream()
        .collect(Collectors.groupingBy(Decision::label))
        .forEach(
            (label, ofLabel) -> {
              long acts = ofLabel.stream().filter(Decision::correct).count();
              if (acts > 0) {
                double own = bestOf(ofLabel, reached / 2, global.threshold());
                double share = acts / (acts + SHRINKAGE);
                byLabel.put(label, share * own + (1 - share) * global.threshold());
              }
            });
    return new DecisionRule(global.threshold(), byLabel, maxLabels);
  }

  /** The decisions of a rule on these acts. */
  Counts counts(DecisionRule rule) {
    long assigned = 0;
    long correct = 0;
    for (Decision decision : decisions) {
      if (decision.score > rule.thresholdOf(decision.label)) {
        assigned++;
        correct += decision.correct ? 1 : 0;
      }
    }
    return new Counts(assigned, correct, gold);
  }

  /** The best global threshold. Labels of equal score are assigned together. */
  private double best() {
    decisions.sort(Comparator.comparingDouble(Decision::score).reversed());
    double best = 1;
    double bestF1 = 0;
    long correct = 0;
    for (int i = 0; i < decisions.size(); i++) {
      correct += decisions.get(i).correct() ? 1 : 0;
      boolean last = i + 1 == decisions.size();
      float next = last ? 0f : decisions.get(i + 1).score();
      if (decisions.get(i).score() == next) {
        continue;
      }
      double f1 = 2.0 * correct / (i + 1 + gold);
      if (f1 > bestF1) {
        bestF1 = f1;
        best = next;
      }
    }
    return best;
  }

  /**
   * The best threshold of one label.
   *
   * @param cost the precision above which assigning the label increases the F1
   */
  private static double bestOf(List<Decision> ofLabel, double cost, double global) {
    List<Decision> sorted = new ArrayList<>(ofLabel);
    sorted.sort(Comparator.comparingDouble(Decision::score).reversed());
    double gain = 0;
    double bestGain = 0;
    double best = Math.max(global, sorted.get(0).score);
    for (int i = 0; i < sorted.size(); i++) {
      gain += (sorted.get(i).correct ? 1 : 0) - cost;
      float next = i + 1 == sorted.size() ? 0f : sorted.get(i + 1).score;
      if (sorted.get(i).score != next && gain > bestGain) {
        bestGain = gain;
        // half-way to the next label, to generalise to new acts
        best = (sorted.get(i).score + next) / 2;
      }
    }
    return best;
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

  private record Decision(String label, float score, boolean correct) {}
}

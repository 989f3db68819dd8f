package org.solrlmtc.training.tune;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.solrlmtc.core.decide.DecisionRule;
import org.solrlmtc.training.tune.ScoredActs.Label;

/** Tunes thresholds for the best micro-F1. */
final class ThresholdTuner {
  /**
   * Shrinkage: the number of acts at which a label's own threshold and the global one have equal
   * weights.
   */
  private static final double SHRINKAGE = 20;

  private final ScoredActs acts;
  private final List<Label> decisions;

  private ThresholdTuner(ScoredActs acts) {
    this.acts = acts;
    this.decisions =
        acts.acts().stream()
            .flatMap(act -> act.ranking().stream())
            .sorted(Comparator.comparingDouble(Label::score).reversed())
            .toList();
  }

  static DecisionRule tune(ScoredActs acts, DecisionOptions options) {
    if (options.threshold().isPresent()) {
      return options.untuned();
    }
    ThresholdTuner tuner = new ThresholdTuner(acts);
    DecisionRule global = options.rule(tuner.best(), 0, 1);
    return options.labelThresholds() ? tuner.byLabel(global) : global;
  }

  /**
   * One threshold per label: the one with the highest gain over the micro-F1 of the global
   * threshold, shrunk towards the global threshold the more, the fewer acts have the label.
   */
  private DecisionRule byLabel(DecisionRule global) {
    double reached = acts.counts(global).f1();
    Map<String, Double> byLabel = new TreeMap<>();
    decisions.stream()
        .collect(Collectors.groupingBy(Label::id))
        .forEach(
            (label, ofLabel) -> {
              long correct = ofLabel.stream().filter(Label::correct).count();
              if (correct > 0) {
                double own = bestOf(ofLabel, reached / 2, global.threshold());
                double share = correct / (correct + SHRINKAGE);
                byLabel.put(label, share * own + (1 - share) * global.threshold());
              }
            });
    return new DecisionRule(
        global.type(),
        global.threshold(),
        byLabel,
        global.expectedLabels(),
        global.upperThreshold(),
        global.wordsPerLabel(),
        global.minLabels(),
        global.maxLabels());
  }

  /** The best global threshold. Labels of equal score are assigned together. */
  private double best() {
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
      double f1 = 2.0 * correct / (i + 1 + acts.gold());
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
   * @param ofLabel by score, highest first
   * @param cost the precision above which assigning the label increases the F1
   */
  private static double bestOf(List<Label> ofLabel, double cost, double global) {
    double gain = 0;
    double bestGain = 0;
    double best = Math.max(global, ofLabel.get(0).score());
    for (int i = 0; i < ofLabel.size(); i++) {
      gain += (ofLabel.get(i).correct() ? 1 : 0) - cost;
      float next = i + 1 == ofLabel.size() ? 0f : ofLabel.get(i + 1).score();
      if (ofLabel.get(i).score() != next && gain > bestGain) {
        bestGain = gain;
        // half-way to the next label, to generalise to new acts
        best = (ofLabel.get(i).score() + next) / 2;
      }
    }
    return best;
  }
}

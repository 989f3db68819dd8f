package org.solrlmtc.training;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.solrlmtc.core.score.LabelScores;
import org.solrlmtc.core.score.ScoredLabel;

/**
 * Finds the one threshold that gives the best micro-F1 on the acts it saw. Only the {@code
 * maxLabels} best labels of an act count, as when the threshold is used.
 */
final class ThresholdTuner {
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
      decisions.add(new Decision(label.score(), right.contains(label.id())));
    }
  }

  /**
   * The threshold: labels are assigned when they score above it. Labels of equal score stand or
   * fall together.
   */
  double best() {
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

  private record Decision(float score, boolean right) {}
}

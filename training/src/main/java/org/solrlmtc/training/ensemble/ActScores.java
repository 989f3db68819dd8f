package org.solrlmtc.training.ensemble;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntPredicate;
import org.solrlmtc.core.ensemble.Scale;
import org.solrlmtc.core.score.LabelScores;
import org.solrlmtc.core.score.LabelSet;
import org.solrlmtc.core.score.ScoredLabel;

/**
 * What the members of an ensemble say of an act's likely labels, within a group of labels.
 *
 * @param scores for each label, in label order, a number for every member; 0 where it has none
 * @param right for each of these labels, whether it is a gold label
 * @param gold how many gold labels of the group the act has, among these labels or not
 */
record ActScores(float[][] scores, boolean[] right, int gold) {
  /** Labels that no member ranks this high do not matter for any measure. */
  private static final int DEPTH = 100;

  /**
   * Takes what matters of the members' scores.
   *
   * @param group the labels to look at
   */
  static ActScores of(
      List<LabelScores> members, LabelSet labels, Collection<String> goldIds, IntPredicate group) {
    Set<Integer> likely = new TreeSet<>();
    for (LabelScores member : members) {
      member.top(DEPTH, group).stream().map(ScoredLabel::index).forEach(likely::add);
    }
    int[] place = new int[labels.size()];
    float[][] scores = new float[likely.size()][members.size()];
    boolean[] right = new boolean[likely.size()];
    int next = 0;
    for (int label : likely) {
      right[next] = goldIds.contains(labels.id(label));
      place[label] = ++next;
    }
    for (int i = 0; i < members.size(); i++) {
      int member = i;
      members
          .get(i)
          .forEach(
              (label, score) -> {
                if (place[label] > 0) {
                  scores[place[label] - 1][member] = score;
                }
              });
    }
    long gold =
        goldIds.stream()
            .filter(
                id -> labels.indexOf(id).isPresent() && group.test(labels.indexOf(id).getAsInt()))
            .count();
    return new ActScores(scores, right, (int) gold);
  }

  /** What the scores count on a scale. */
  ActScores on(Scale scale) {
    float[][] scaled = new float[scores.length][];
    for (int label = 0; label < scores.length; label++) {
      scaled[label] = new float[scores[label].length];
      for (int member = 0; member < scaled[label].length; member++) {
        float score = scores[label][member];
        scaled[label][member] = score == 0 ? 0 : (float) scale.of(score);
      }
    }
    return new ActScores(scaled, right, gold);
  }

  /** The weighted sum of a label's scores. */
  double sum(int label, double[] weights) {
    double sum = 0;
    for (int member = 0; member < weights.length; member++) {
      sum += weights[member] * scores[label][member];
    }
    return sum;
  }
}

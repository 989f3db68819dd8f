package org.solrlmtc.training.ensemble;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntPredicate;
import org.solrlmtc.core.score.LabelScores;
import org.solrlmtc.core.score.LabelSet;
import org.solrlmtc.core.score.ScoredLabel;

/**
 * What the members of an ensemble say of an act's likely labels, within a group of labels.
 *
 * @param scores for each label, in label order, a number for every member; 0 where it has none
 * @param trainingActs for each of these labels, how many training acts carry it
 * @param right for each of these labels, whether it is a gold label
 */
record ActScores(float[][] scores, int[] trainingActs, boolean[] right) {
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
    int[] trainingActs = new int[likely.size()];
    boolean[] right = new boolean[likely.size()];
    int next = 0;
    for (int label : likely) {
      trainingActs[next] = labels.trainingActs(label);
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
    return new ActScores(scores, trainingActs, right);
  }
}

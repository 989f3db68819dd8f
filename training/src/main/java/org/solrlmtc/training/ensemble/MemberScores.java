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
 * The scores of an ensemble's members for the likely labels of an act, within a group of labels.
 *
 * @param scores per label, in label order, and per member; 0 where a member has no score
 * @param trainingActs per label, the number of training acts with it
 * @param right per label, whether it is a gold label
 */
record MemberScores(float[][] scores, int[] trainingActs, boolean[] right) {
  /** Labels that no member ranks this high affect no measure. */
  private static final int DEPTH = 100;

  /**
   * Takes the labels that any member ranks high.
   *
   * @param group which labels are taken
   */
  static MemberScores of(
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
    return new MemberScores(scores, trainingActs, right);
  }
}

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
 * The scores of an ensemble's members for the top-ranked labels of an act, within a group of
 * labels.
 *
 * @param scores per label, in label order, and per member; 0 where a member has no score
 * @param trainingActs number of training acts per label
 * @param right per label, whether it is a gold label
 */
record MemberScores(float[][] scores, int[] trainingActs, boolean[] right) {
  /** Labels that every member ranks lower do not affect any measure. */
  private static final int DEPTH = 100;

  /**
   * Selects the labels that any member ranks above {@value #DEPTH}.
   *
   * @param group the group of labels
   */
  static MemberScores of(
      List<LabelScores> members, LabelSet labels, Collection<String> goldIds, IntPredicate group) {
    Set<Integer> topRanked = new TreeSet<>();
    for (LabelScores member : members) {
      member.top(DEPTH, group).stream().map(ScoredLabel::index).forEach(topRanked::add);
    }
    int[] position = new int[labels.size()];
    float[][] scores = new float[topRanked.size()][members.size()];
    int[] trainingActs = new int[topRanked.size()];
    boolean[] right = new boolean[topRanked.size()];
    int next = 0;
    for (int label : topRanked) {
      trainingActs[next] = labels.trainingActs(label);
      right[next] = goldIds.contains(labels.id(label));
      position[label] = ++next;
    }
    for (int i = 0; i < members.size(); i++) {
      int member = i;
      members
          .get(i)
          .forEach(
              (label, score) -> {
                if (position[label] > 0) {
                  scores[position[label] - 1][member] = score;
                }
              });
    }
    return new MemberScores(scores, trainingActs, right);
  }
}

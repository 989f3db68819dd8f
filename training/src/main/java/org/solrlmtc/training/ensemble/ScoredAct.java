package org.solrlmtc.training.ensemble;

import java.util.List;
import java.util.Set;
import org.solrlmtc.core.score.LabelScores;
import org.solrlmtc.core.score.LabelSet;

/**
 * An act with gold labels, scored by every member of an ensemble.
 *
 * @param trained scores of labels that training acts have
 * @param unseen scores of zero-shot labels
 */
record ScoredAct(MemberScores trained, MemberScores unseen) {
  /**
   * Selects the top-ranked labels.
   *
   * @param members the scores of each member
   * @param gold the act's gold concepts
   */
  static ScoredAct of(List<LabelScores> members, LabelSet labels, Set<String> gold) {
    return new ScoredAct(
        MemberScores.of(members, labels, gold, label -> labels.trainingActs(label) > 0),
        MemberScores.of(members, labels, gold, label -> labels.trainingActs(label) == 0));
  }
}

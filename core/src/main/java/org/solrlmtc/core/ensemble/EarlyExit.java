package org.solrlmtc.core.ensemble;

import java.util.List;
import org.solrlmtc.core.score.LabelScores;
import org.solrlmtc.core.score.Neighbourhood;

/**
 * Decides which acts need all members of an ensemble. The decision depends on the act alone, not on
 * the others of its batch.
 *
 * @param members indexes of the members that score every act
 * @param confidence an act is done if its expected F1 by these members is at least this
 * @param combiner combines the scores of these members
 */
record EarlyExit(List<Integer> members, double confidence, ScoreCombiner combiner) {
  EarlyExit {
    members = List.copyOf(members);
  }

  /**
   * The scores of an act by these members alone.
   *
   * @param input their scores, in their order
   */
  LabelScores combine(CombinerInput input) {
    return combiner.combine(
        new CombinerInput(
            input.act(), members.stream().map(input.scores()::get).toList(), Neighbourhood.NONE));
  }

  /** Whether an act with these scores is done. */
  boolean isSure(LabelScores scores) {
    return scores.expectedF1() >= confidence;
  }
}

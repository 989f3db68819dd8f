package org.solrlmtc.core.ranking;

import java.util.List;
import org.solrlmtc.core.score.LabelScores;
import org.solrlmtc.core.score.Neighbourhood;

/**
 * What is known about an act before its labels are ranked: all that the training of a ranking keeps
 * of an act.
 *
 * @param scores the scores of each member, in the order of members
 */
public record RankingInput(ActFacts facts, List<LabelScores> scores, Neighbourhood neighbourhood) {
  public RankingInput {
    scores = List.copyOf(scores);
  }
}

package org.solrlmtc.core.ensemble;

import java.util.List;
import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.core.score.LabelScores;
import org.solrlmtc.core.score.Neighbourhood;

/**
 * What the members of an ensemble say about an act.
 *
 * @param scores the scores of each member, in the order of members
 * @param neighbourhood the similar acts found by the first member that compares acts; {@link
 *     Neighbourhood#NONE} if there is no such member
 */
public record CombinerInput(LegalAct act, List<LabelScores> scores, Neighbourhood neighbourhood) {
  public CombinerInput {
    scores = List.copyOf(scores);
  }
}

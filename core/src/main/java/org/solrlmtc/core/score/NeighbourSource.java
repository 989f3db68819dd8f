package org.solrlmtc.core.score;

import java.util.List;
import org.solrlmtc.core.act.LegalAct;

/** A scorer that votes by similar known acts, and tells which they are. */
public interface NeighbourSource extends LabelScorer {
  /** The most similar known acts of each act, in the order given. */
  List<Neighbourhood> neighbourhoods(List<LegalAct> acts);

  /** The scores by the vote of the neighbours. */
  LabelScores vote(Neighbourhood neighbourhood);

  @Override
  default List<LabelScores> score(List<LegalAct> acts) {
    return neighbourhoods(acts).stream().map(this::vote).toList();
  }
}

package org.solrlmtc.core.score;

import java.util.List;
import org.solrlmtc.core.act.LegalAct;

/** A scorer that can look at some labels only, for less work. */
public interface CandidateScorer extends LabelScorer {

  /**
   * Scores each act against its own candidates; the scores are those that {@link #score(List)}
   * gives, and all other labels have none.
   *
   * @param candidates for each act, indexes of labels in {@link #labels}, none twice
   * @throws ScoringException when the batch cannot be scored; no partial result is returned
   */
  List<LabelScores> score(List<LegalAct> acts, List<int[]> candidates);
}

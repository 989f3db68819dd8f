package org.solrlmtc.core.ensemble;

import java.util.List;
import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.core.score.LabelScores;

/**
 * Combines the scores of an ensemble's members into one score per label. Thread-safe. Manifests
 * name the type of combiner: {@code logistic} today. It is opened with the label set and the
 * thesaurus ({@link CombinerContext}).
 */
public interface ScoreCombiner {

  /** The combiner's type in manifests. */
  String type();

  /**
   * The scores of the whole ensemble for an act.
   *
   * @param members the scores of each member for the act, in the order of members
   */
  LabelScores combine(LegalAct act, List<LabelScores> members);

  /**
   * Factor for the weights of a member's passages in the explanation of a label. Members with 0 or
   * less are omitted.
   */
  default double evidenceWeight(int member, int label) {
    return 1;
  }
}

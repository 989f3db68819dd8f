package org.solrlmtc.core.ensemble;

import java.util.List;
import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.core.score.LabelScores;

/**
 * Makes one score per label of the scores that the members of an ensemble give. Thread-safe. A kind
 * of combiner is found by its name, which manifests hold: {@code logistic} today. It was opened
 * with the label set and the thesaurus ({@link CombinerContext}).
 */
public interface ScoreCombiner {

  /** The combiner's kind in manifests. */
  String type();

  /**
   * The scores of the whole ensemble for an act.
   *
   * @param members the scores that each member gives the act, in the order of members
   */
  LabelScores combine(LegalAct act, List<LabelScores> members);

  /**
   * How much the evidence of a member counts in the explanation of a label: what the weights of its
   * passages are multiplied by. Passages of members with 0 or less are left out.
   */
  default double evidenceWeight(int member, int label) {
    return 1;
  }
}

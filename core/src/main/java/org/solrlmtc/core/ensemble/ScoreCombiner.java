package org.solrlmtc.core.ensemble;

import java.util.BitSet;
import org.solrlmtc.core.score.LabelScores;

/**
 * Combines the scores of an ensemble's members into one score per label. Thread-safe. Manifests
 * name the type of combiner, such as {@code logistic}. It is opened with the label set and the
 * thesaurus ({@link CombinerContext}).
 */
public interface ScoreCombiner {

  /** The combiner's type in manifests. */
  String type();

  /** The scores of the whole ensemble for an act. */
  LabelScores combine(CombinerInput input);

  /**
   * As {@link #combine(CombinerInput)}, where the scores of other labels are not used. They may be
   * wrong or missing, if that saves time.
   *
   * @param used the labels whose scores are used
   */
  default LabelScores combine(CombinerInput input, BitSet used) {
    return combine(input);
  }

  /**
   * Factor for the weights of a member's passages in the explanation of a label. Members with 0 or
   * less are omitted.
   */
  default double evidenceWeight(int member, int label) {
    return 1;
  }
}

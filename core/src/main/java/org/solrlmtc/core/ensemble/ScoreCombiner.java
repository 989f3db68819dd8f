package org.solrlmtc.core.ensemble;

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
   * Factor for the weights of a member's passages in the explanation of a label. Members with 0 or
   * less are omitted.
   */
  default double evidenceWeight(int member, int label) {
    return 1;
  }
}

package org.solrlmtc.training.ensemble;

import java.util.List;
import java.util.Map;

/**
 * Fits one type of score combiner, which combines the scores of all members. It is configured by
 * the section {@code combiner} of an ensemble's recipe, and returns the section {@code combiner} of
 * the manifest, including the type. A new type is one class and one line in {@link
 * CombinerTrainers}.
 */
interface CombinerTrainer {
  /**
   * A combiner in which all members have equal weights: the start of a fit, and the result without
   * development acts.
   */
  Map<String, Object> equalWeights(int members);

  /**
   * Fits the combiner.
   *
   * @param acts the development acts, scored by every member
   */
  Map<String, Object> fit(int members, List<ScoredAct> acts);
}

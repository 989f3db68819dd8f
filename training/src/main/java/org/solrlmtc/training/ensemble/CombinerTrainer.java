package org.solrlmtc.training.ensemble;

import java.util.List;
import java.util.Map;

/**
 * Fits one type of score combiner: what makes one score of the scores of all members. Its settings
 * are those of the section {@code combiner} of an ensemble's recipe; what it gives are the settings
 * of the section {@code combiner} of the manifest, the type included. A new type is one class and
 * one line in {@link CombinerTrainers}.
 */
interface CombinerTrainer {
  /**
   * A combiner in which all members have the same weight: where a fit starts, and what is used
   * without development acts.
   */
  Map<String, Object> equalWeights(int members);

  /**
   * Fits the combiner.
   *
   * @param acts the development acts, scored by every member
   */
  Map<String, Object> fit(int members, List<ScoredAct> acts);
}

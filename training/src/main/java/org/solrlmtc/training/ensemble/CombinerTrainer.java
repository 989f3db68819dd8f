package org.solrlmtc.training.ensemble;

import java.util.List;
import org.solrlmtc.core.ensemble.EnsembleSettings;
import org.solrlmtc.core.ensemble.EnsembleSettings.Member;

/**
 * Fits one type of score combiner: what makes one score of the scores of all members. Its settings
 * are those of the section {@code combiner} of an ensemble's recipe. A new type is one class and
 * one line in {@link CombinerTrainers}.
 */
interface CombinerTrainer {
  /**
   * An ensemble in which all members have the same weight: where a fit starts, and what is used
   * without development acts.
   *
   * @param candidates the first member's best labels that the others score; 0 for all
   */
  EnsembleSettings equalWeights(List<Member> members, int candidates);

  /**
   * Fits the combiner.
   *
   * @param start an ensemble with equal weights
   * @param acts the development acts, scored by every member
   */
  EnsembleSettings fit(EnsembleSettings start, List<ScoredAct> acts);
}

package org.solrlmtc.training.search;

import java.util.List;
import java.util.Random;

/** A hyper-parameter: what values it may have, and how proposals for it are made. */
sealed interface Parameter permits NumberParameter, ChoiceParameter {

  /** Values that are sampled for one proposal. */
  int CANDIDATES = 24;

  /** The setting's name or path in a recipe. */
  String key();

  /** A value of the prior distribution. */
  Object sample(Random random);

  /**
   * A value that is likely among good trials and unlikely among the others: of some values that are
   * sampled from the distribution of the good ones, the one with the largest ratio of densities.
   *
   * @param good values of the best trials, at least one
   * @param rest values of the others
   */
  Object propose(List<Object> good, List<Object> rest, Random random);

  /** The values that a method must accept for the whole space to be valid. */
  List<Object> extremes();
}

package org.solrlmtc.core.ranking;

import java.util.List;

/** Computes the features of one group. Thread-safe. */
interface FeatureSource {
  FeatureGroup group();

  /** The names of its features. */
  List<String> names();

  /**
   * Computes the features of all candidates of an act.
   *
   * @param rows the features of each candidate, one row after the other
   * @param width the length of a row
   * @param column where this group's features begin in a row
   */
  void fill(CandidateContext candidates, float[] rows, int width, int column);
}

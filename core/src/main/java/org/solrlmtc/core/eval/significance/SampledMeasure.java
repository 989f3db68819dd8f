package org.solrlmtc.core.eval.significance;

/** The values of one measure for one system, by act, so that acts can be resampled or swapped. */
interface SampledMeasure {

  /** The number of acts. */
  int acts();

  /**
   * The measure over some of the acts.
   *
   * @param drawn indexes of sampled acts; an act sampled twice counts twice
   */
  double value(int[] drawn);

  /**
   * Prepares for swapping acts with another system.
   *
   * @param other the same measure of the other system, over the same acts
   */
  Swaps swapsWith(SampledMeasure other);

  /** Two systems whose acts can be swapped. */
  interface Swaps {
    /**
     * The first system's value minus the second's, after swapping some acts.
     *
     * @param swapped one bit per act, 64 acts per element, set for the acts to swap
     */
    double difference(long[] swapped);
  }
}

package org.solrlmtc.core.eval.significance;

/** One system's values of one measure, kept by act so that acts can be drawn or swapped. */
interface SampledMeasure {

  /** How many acts take part. */
  int acts();

  /**
   * The measure over some of the acts.
   *
   * @param drawn indexes of acts; an act drawn twice counts twice
   */
  double value(int[] drawn);

  /**
   * Prepares for swapping acts with another system.
   *
   * @param other the same measure of the other system, over the same acts
   */
  Swaps swapsWith(SampledMeasure other);

  /** Two systems that exchange acts. */
  interface Swaps {
    /**
     * The first system's value less the second's, after exchanging some acts.
     *
     * @param swapped one bit an act, 64 acts a number, set for the acts to exchange
     */
    double difference(long[] swapped);
  }
}

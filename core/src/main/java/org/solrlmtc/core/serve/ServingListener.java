package org.solrlmtc.core.serve;

/** Learns how a scorer is kept busy. Called by the threads at work: must be quick and not fail. */
public interface ServingListener {

  /** An act left the queue to be scored. */
  default void waited(long nanos) {}

  /** A batch was scored: the time of tokenization and the time of inference. */
  default void scored(int acts, long tokenizingNanos, long inferenceNanos) {}

  /** An act was taken out of the queue because nobody waits for it any more. */
  default void dropped() {}

  /** A batch failed, so its acts are scored one by one. */
  default void retried() {}

  /** A thread computed for nobody any more, was told to stop, and replaced. */
  default void replaced() {}

  /**
   * The scorer is closed: after the last thread has ended, which may be long after it was told to.
   */
  default void closed() {}
}

package org.solrlmtc.core.serve;

/**
 * Receives the events of a {@link BatchingScorer}, for metrics. Called by the scoring threads: must
 * be quick and not fail.
 */
public interface ServingListener {

  /** An act left the queue to be scored, after this time. */
  default void waited(long nanos) {}

  /** A batch was scored, with the time of tokenization and of inference. */
  default void scored(int acts, long tokenizationNanos, long inferenceNanos) {}

  /** A cancelled act was removed from the queue. */
  default void dropped() {}

  /** A batch failed, so its acts are scored one by one. */
  default void retried() {}

  /** A thread with an abandoned computation was stopped and replaced. */
  default void replaced() {}

  /**
   * The scorer is closed: after the last thread has ended, which may be long after it was stopped.
   */
  default void closed() {}
}

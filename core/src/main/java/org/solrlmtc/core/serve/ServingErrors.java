package org.solrlmtc.core.serve;

import java.time.Duration;
import org.solrlmtc.core.score.ScoringException;

/**
 * The exceptions that requests to a model fail with.
 *
 * @param model its name, which is part of every message
 */
record ServingErrors(String model) {

  QueueFullException queueFull(int capacity) {
    return new QueueFullException(
        "the queue of model '"
            + model
            + "' is full: "
            + capacity
            + " acts wait, as many as lmtc.queue.capacity allows; try again later");
  }

  ScoringException closed() {
    return new ScoringException("model '" + model + "' was closed: open it again to score with it");
  }

  ScoringTimeoutException timedOut(Duration limit) {
    return new ScoringTimeoutException(
        "model '" + model + "' gave no answer within " + limit.toMillis() + " ms");
  }

  /** Also restores the thread's interrupted state. */
  ScoringException interrupted(InterruptedException e) {
    Thread.currentThread().interrupt();
    return new ScoringException("interrupted while waiting for model '" + model + "'", e);
  }
}

package org.solrlmtc.core.serve;

import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.solrlmtc.core.score.ScoringException;

/**
 * A request to a {@link BatchingScorer} and the handle of its caller: the same object from the
 * queue to the result. It is done when it has a result, failed, or was cancelled. Thread-safe.
 */
public abstract sealed class PendingResult<T> permits ScoreRequest, WorkRequest {
  final long queuedAt = System.nanoTime();
  final Requester requester;

  /** Whether it is computed in a batch of its own; guarded by the queue's lock. */
  boolean alone;

  /** Whether it was queued by look-ahead and is not awaited yet; guarded by the queue's lock. */
  boolean prefetched;

  private final WorkerPool workers;
  private final CompletableFuture<T> result = new CompletableFuture<>();

  /** Written before the result. */
  private volatile long doneAt;

  PendingResult(WorkerPool workers, Requester requester, boolean prefetched) {
    this.workers = workers;
    this.requester = requester;
    this.prefetched = prefetched;
  }

  /** Whether {@link #await} returns or throws at once. */
  public final boolean isDone() {
    return result.isDone();
  }

  /**
   * Waits for the result. From now on a look-ahead request counts against the queue capacity like
   * others.
   *
   * @param limit maximum time to wait, from now on: an act is not charged for an earlier one that
   *     hung
   * @throws QueueFullException if it was queued by look-ahead and the queue is full now
   * @throws ScoringTimeoutException if the time limit is reached
   * @throws ScoringException if the scorer fails on it
   */
  public final T await(Duration limit) {
    return workers.awaitInTurn(this, limit);
  }

  /** Cancels the request: it is not computed, or its computation is stopped. */
  public final void cancel() {
    workers.cancel(this);
  }

  /** The time from queueing until it was done, or until now. */
  public final long waitedNanos() {
    return (isDone() ? doneAt : System.nanoTime()) - queuedAt;
  }

  final void complete(T value) {
    markDone();
    result.complete(value);
  }

  final void fail(Throwable reason) {
    markDone();
    result.completeExceptionally(reason);
  }

  final void markCancelled() {
    markDone();
    result.cancel(false);
  }

  private void markDone() {
    if (!isDone()) {
      doneAt = System.nanoTime();
    }
  }

  /** Waits for the result until the deadline. */
  final T get(long deadline) throws InterruptedException, ExecutionException, TimeoutException {
    return result.get(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
  }

  /** Waits until it is done or the time is reached; returns whether it is done. */
  final boolean isDoneBy(long time) throws InterruptedException {
    try {
      get(time);
      return true;
    } catch (TimeoutException e) {
      return false;
    } catch (ExecutionException | CancellationException e) {
      return true;
    }
  }
}

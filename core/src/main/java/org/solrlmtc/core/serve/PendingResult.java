package org.solrlmtc.core.serve;

import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.solrlmtc.core.score.ScoringException;

/**
 * A request in a {@link BatchingScorer} and the handle of whoever made it: the same object from the
 * queue to the result. It is done when its result is there, when it failed, or when it was
 * cancelled. Thread-safe.
 */
public abstract sealed class PendingResult<T> permits ScoreRequest, WorkRequest {
  final long queuedAt = System.nanoTime();

  /** Whether it is to be computed in a batch of its own; guarded by the queue's lock. */
  boolean alone;

  /** Whether it was queued ahead of its turn, which has not come; guarded by the queue's lock. */
  boolean prefetched;

  private final WorkerPool workers;
  private final CompletableFuture<T> result = new CompletableFuture<>();

  /** Written before the result. */
  private volatile long doneAt;

  PendingResult(WorkerPool workers, boolean prefetched) {
    this.workers = workers;
    this.prefetched = prefetched;
  }

  /** Whether {@link #await} has nothing to wait for. */
  public final boolean isDone() {
    return result.isDone();
  }

  /**
   * Waits for the result. A request that was queued ahead of its turn counts like others from now
   * on.
   *
   * @param limit how long to wait at most; it counts from now, so that an act does not pay for one
   *     before it that hung
   * @throws QueueFullException when its turn has come and too many requests wait already
   * @throws ScoringTimeoutException when the time is up
   * @throws ScoringException when the scorer fails on it
   */
  public final T await(Duration limit) {
    return workers.awaitInTurn(this, limit);
  }

  /** Nobody waits for the result any more: it is not computed, or its computation is stopped. */
  public final void cancel() {
    workers.cancel(this);
  }

  /** How long the request waited until it was done, or has waited until now. */
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

  /** Waits for the result, until then. */
  final T get(long deadline) throws InterruptedException, ExecutionException, TimeoutException {
    return result.get(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
  }

  /** Waits until it is done, but no longer than until then; whether it is. */
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

package org.solrlmtc.core.serve;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.solrlmtc.core.score.LabelScorer;
import org.solrlmtc.core.score.ScoringException;
import org.solrlmtc.core.score.ScoringRun;

/**
 * The threads that call a scorer, supervised by the waiting requests. An abandoned computation is
 * stopped, and a thread that does not stop is replaced. A batch that fails or takes too long is
 * computed again, act by act. Thread-safe. The lock is the queue's, so that a request is always in
 * the queue, or with a worker, or done.
 */
final class WorkerPool {
  private static final System.Logger LOG = System.getLogger(WorkerPool.class.getName());

  /** With more stuck threads than this, no further one is replaced. */
  private static final int MAX_REPLACED = 4;

  private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(2);

  private final String model;
  private final LabelScorer scorer;
  private final int threads;
  private final ReentrantLock lock;
  private final RequestQueue queue;
  private final ServingErrors errors;
  private final ServingListener listener;
  private final Condition ended;

  /** Guarded by the lock, like all following fields. */
  private final List<ScoringThread> workers = new ArrayList<>();

  private int stuck;
  private int started;
  private boolean scorerClosed;

  WorkerPool(
      ServingErrors errors,
      LabelScorer scorer,
      int threads,
      ReentrantLock lock,
      RequestQueue queue,
      ServingListener listener) {
    this.model = errors.model();
    this.errors = errors;
    this.scorer = scorer;
    this.threads = threads;
    this.lock = lock;
    this.queue = queue;
    this.listener = listener;
    this.ended = lock.newCondition();
  }

  void start() {
    lock.lock();
    try {
      for (int i = 0; i < threads; i++) {
        startWorker();
      }
    } finally {
      lock.unlock();
    }
  }

  private void startWorker() {
    ScoringThread worker =
        new ScoringThread(this, scorer, listener, "lmtc-" + model + "-" + ++started);
    workers.add(worker);
    worker.start();
  }

  /** Waits for a request, which is no longer look-ahead. */
  <T> T awaitInTurn(PendingResult<T> request, Duration limit) {
    queue.promote(request);
    return await(request, System.nanoTime() + limit.toNanos(), limit);
  }

  <T> T await(PendingResult<T> request, long deadline, Duration limit) {
    try {
      long quarter = limit.toNanos() / 4;
      for (int left = 2; left > 0; left--) {
        if (!request.isDoneBy(deadline - left * quarter)) {
          // another act of its batch may hang
          splitBatchOf(request, quarter);
        }
      }
      return request.get(deadline);
    } catch (TimeoutException e) {
      cancel(request);
      splitBatchOf(request, 0);
      throw errors.timedOut(limit);
    } catch (InterruptedException e) {
      cancel(request);
      throw errors.interrupted(e);
    } catch (ExecutionException e) {
      Throwable cause = e.getCause();
      throw new ScoringException(
          cause instanceof ScoringException ? cause.getMessage() : cause.toString(), cause);
    }
  }

  /** Cancels a request. */
  void cancel(PendingResult<?> request) {
    request.markCancelled();
    lock.lock();
    try {
      if (queue.remove(request)) {
        listener.dropped();
      }
      stopAbandonedWork();
    } finally {
      lock.unlock();
    }
  }

  /** Stops and replaces the threads with abandoned computations. */
  private void stopAbandonedWork() {
    workers.stream().filter(ScoringThread::isAbandoned).toList().forEach(this::replace);
  }

  /**
   * Splits the batch that a thread computes with this request: other threads score its acts one by
   * one.
   *
   * @param minNanos minimum time that the computation has taken so far
   */
  private void splitBatchOf(PendingResult<?> request, long minNanos) {
    lock.lock();
    try {
      workers.stream()
          .filter(worker -> worker.computesBatchWith(request, minNanos))
          .toList()
          .forEach(
              worker -> {
                putBack(worker);
                replace(worker);
              });
    } finally {
      lock.unlock();
    }
  }

  /** Called by a worker whose batch failed: its acts are scored one by one. */
  void retryOneByOne(ScoringThread worker) {
    lock.lock();
    try {
      putBack(worker);
    } finally {
      lock.unlock();
    }
  }

  private void putBack(ScoringThread worker) {
    List<PendingResult<?>> undone = worker.takeBack();
    if (undone.isEmpty()) {
      return;
    }
    queue.putBack(undone);
    if (!queue.isClosed()) {
      listener.retried();
    }
  }

  /**
   * Stops a thread. Until it has stopped it counts as stuck, and another one works in its place.
   */
  private void replace(ScoringThread worker) {
    stuck++;
    worker.stopComputing();
    if (queue.isClosed()) {
      return;
    }
    listener.replaced();
    if (stuck <= MAX_REPLACED) {
      startWorker();
    }
  }

  /** Called by a worker: waits for a batch, and assigns it; false if the worker has to end. */
  boolean assignWork(ScoringThread worker) {
    lock.lock();
    try {
      if (worker.finishWork()) {
        stuck--;
        if (workers.size() - stuck > threads) {
          return false;
        }
      }
      List<PendingResult<?>> batch = queue.takeBatch();
      worker.assign(batch);
      return !batch.isEmpty();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Called by a worker before it calls the scorer; false if its requests are all cancelled. A later
   * cancellation finds the worker computing, and stops it.
   */
  boolean begin(ScoringThread worker, ScoringRun run) {
    lock.lock();
    try {
      return worker.begin(run);
    } finally {
      lock.unlock();
    }
  }

  /** Called by a worker that ends. The last one closes the scorer. */
  void leave(ScoringThread worker) {
    boolean last;
    lock.lock();
    try {
      workers.remove(worker);
      last = queue.isClosed() && workers.isEmpty();
    } finally {
      lock.unlock();
    }
    if (last) {
      try {
        scorer.close();
      } catch (RuntimeException | Error e) {
        LOG.log(System.Logger.Level.WARNING, "closing model '" + model + "' failed", e);
      }
      listener.closed();
      lock.lock();
      try {
        scorerClosed = true;
        ended.signalAll();
      } finally {
        lock.unlock();
      }
    }
  }

  /** The number of threads with an abandoned computation that has not stopped yet. */
  int stuckThreads() {
    lock.lock();
    try {
      return stuck;
    } finally {
      lock.unlock();
    }
  }

  /** Fails all requests, ends the threads, and waits a few seconds for the scorer to be closed. */
  void close() {
    lock.lock();
    try {
      queue.close();
      for (ScoringThread worker : workers) {
        worker.failWork(errors.closed());
      }
      stopAbandonedWork();
      long left = CLOSE_TIMEOUT.toNanos();
      while (!scorerClosed && left > 0) {
        left = ended.awaitNanos(left);
      }
      if (!scorerClosed) {
        LOG.log(
            System.Logger.Level.WARNING,
            "model ''{0}'' does not stop computing: its memory is freed when it does",
            model);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      lock.unlock();
    }
  }
}

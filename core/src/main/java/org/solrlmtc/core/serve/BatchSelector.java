package org.solrlmtc.core.serve;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;

/**
 * Selects the next batch of a worker: the oldest request and, if it is an act and the scorer
 * prefers batches, acts of similar length (length bucketing). An incomplete batch is delayed by a
 * few milliseconds, but only while more requests are open than are served, so a single client has
 * no delay. Called under the queue's lock.
 */
final class BatchSelector {
  private final int bucketingWindow;
  private final long delayNanos;
  private final int maxBatchSize;
  private final int threads;
  private final IntSupplier openRequests;

  /**
   * @param maxBatchSize the scorer's batch size
   * @param threads number of workers that share the queue
   * @param openRequests the number of open requests, which may need scores
   */
  BatchSelector(QueueSettings settings, int maxBatchSize, int threads, IntSupplier openRequests) {
    this.bucketingWindow = settings.bucketingWindow();
    this.delayNanos = TimeUnit.MILLISECONDS.toNanos(settings.batchingDelayMillis());
    this.maxBatchSize = Math.min(maxBatchSize, settings.bucketingWindow());
    this.threads = threads;
    this.openRequests = openRequests;
  }

  /** The remaining batching delay in nanoseconds; 0 or less if a batch is due now. */
  long delay(ArrayDeque<PendingResult<?>> queue) {
    if (queue.isEmpty()) {
      return Long.MAX_VALUE;
    }
    if (queue.element().alone || queue.size() >= share(queue.size())) {
      return 0;
    }
    return delayNanos - (System.nanoTime() - queue.element().queuedAt);
  }

  /** Takes a batch out of a queue that is not empty. */
  List<PendingResult<?>> take(ArrayDeque<PendingResult<?>> queue) {
    int others = share(queue.size()) - 1;
    PendingResult<?> first = queue.remove();
    List<PendingResult<?>> batch = new ArrayList<>();
    batch.add(first);
    if (others > 0 && !first.alone && first instanceof ScoreRequest act) {
      queue.stream()
          .limit(bucketingWindow)
          .filter(other -> !other.alone)
          .filter(ScoreRequest.class::isInstance)
          .map(ScoreRequest.class::cast)
          .sorted(Comparator.comparingLong(other -> Math.abs(other.length - act.length)))
          .limit(others)
          .forEach(batch::add);
      queue.removeAll(batch);
    }
    return batch;
  }

  /** The number of acts per worker if the load is spread evenly. */
  private int share(int queued) {
    int acts = Math.max(queued, openRequests.getAsInt());
    return Math.max(1, Math.min(maxBatchSize, (acts + threads - 1) / threads));
  }
}

package org.solrlmtc.core.serve;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;

/**
 * Chooses what a worker computes next: the request that waits longest and, when that is an act and
 * the scorer prefers batches, acts of similar length (length bucketing). A batch that is not full
 * is delayed by a few milliseconds, but only while more requests are open than are served: a single
 * client never pays. Called under the queue's lock.
 */
final class BatchSelector {
  private final int window;
  private final long delayNanos;
  private final int maxBatch;
  private final int threads;
  private final IntSupplier openRequests;

  /**
   * @param maxBatch the scorer's batch size
   * @param threads how many workers share what waits
   * @param openRequests how many requests may ask for scores now
   */
  BatchSelector(QueueSettings settings, int maxBatch, int threads, IntSupplier openRequests) {
    this.window = settings.window();
    this.delayNanos = TimeUnit.MILLISECONDS.toNanos(settings.batchingDelayMillis());
    this.maxBatch = Math.min(maxBatch, settings.window());
    this.threads = threads;
    this.openRequests = openRequests;
  }

  /** How long to wait before taking a batch; 0 or less when it is due now. */
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
          .limit(window)
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

  /** How many acts a worker takes at once, so that all workers have as many. */
  private int share(int queued) {
    int acts = Math.max(queued, openRequests.getAsInt());
    return Math.max(1, Math.min(maxBatch, (acts + threads - 1) / threads));
  }
}

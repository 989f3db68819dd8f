package org.solrlmtc.core.serve;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;

/**
 * Selects the next batch of a worker: the oldest request of the {@link Requester} whose turn it is
 * and, if it is an act and the scorer prefers batches, acts of similar length (length bucketing).
 * An incomplete batch is delayed by a few milliseconds, but only while more requests are open than
 * are served, so a single client has no delay. Called under the queue's lock.
 */
final class BatchSelector {
  private final int bucketingWindow;
  private final long delayNanos;
  private final int maxBatchSize;
  private final int threads;
  private final IntSupplier openRequests;
  private final Map<Requester, Integer> percent;

  /** Requests taken so far, divided by the share: the requester with the least is next. */
  private final Map<Requester, Double> taken = new EnumMap<>(Requester.class);

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
    this.percent =
        Map.of(
            Requester.INDEXING,
            settings.indexingPercent(),
            Requester.READERS,
            100 - settings.indexingPercent());
    for (Requester requester : Requester.values()) {
      taken.put(requester, 0.0);
    }
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
    int size = share(queue.size());
    PendingResult<?> first = first(queue);
    List<PendingResult<?>> batch = new ArrayList<>();
    batch.add(first);
    if (size > 1 && !first.alone && first instanceof ScoreRequest act) {
      Requester other =
          act.requester == Requester.INDEXING ? Requester.READERS : Requester.INDEXING;
      fill(batch, size, act, queue, act.requester);
      fill(batch, size, act, queue, other);
    }
    queue.removeAll(batch);
    batch.forEach(
        request ->
            taken.merge(request.requester, 1.0 / percent.get(request.requester), Double::sum));
    return batch;
  }

  /** The oldest request of the requester whose turn it is. What is put back comes before all. */
  private PendingResult<?> first(ArrayDeque<PendingResult<?>> queue) {
    PendingResult<?> oldest = queue.element();
    if (oldest.alone) {
      return oldest;
    }
    return queue.stream()
        .filter(request -> request.requester != oldest.requester)
        .findFirst()
        .<PendingResult<?>>map(
            other -> taken.get(other.requester) < taken.get(oldest.requester) ? other : oldest)
        .orElseGet(
            () -> {
              // who does not use its share cannot save it for later
              double own = taken.get(oldest.requester);
              taken.replaceAll((any, count) -> Math.max(count, own));
              return oldest;
            });
  }

  /** Adds acts of a requester until the batch has its size, the most similar in length first. */
  private void fill(
      List<PendingResult<?>> batch,
      int size,
      ScoreRequest first,
      ArrayDeque<PendingResult<?>> queue,
      Requester requester) {
    queue.stream()
        .filter(other -> other.requester == requester && other != first)
        .limit(bucketingWindow)
        .filter(other -> !other.alone)
        .filter(ScoreRequest.class::isInstance)
        .map(ScoreRequest.class::cast)
        .sorted(Comparator.comparingLong(other -> Math.abs(other.length - first.length)))
        .limit(size - batch.size())
        .forEach(batch::add);
  }

  /** The number of acts per worker if the load is spread evenly. */
  private int share(int queued) {
    int acts = Math.max(queued, openRequests.getAsInt());
    return Math.max(1, Math.min(maxBatchSize, (acts + threads - 1) / threads));
  }
}

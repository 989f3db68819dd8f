package org.solrlmtc.core.serve;

import org.solrlmtc.core.bundle.BundleException;
import org.solrlmtc.core.bundle.NumberProperty;
import org.solrlmtc.core.score.LabelScorer;

/**
 * The settings of a model's queue.
 *
 * @param capacity maximum number of queued requests per {@link Requester}; more are refused
 * @param bucketingWindow number of queued acts, oldest first, that are considered for a batch of
 *     similar length
 * @param batchingDelayMillis how long an incomplete batch is delayed while other requests are open
 * @param threads number of scoring threads; 0: one on a GPU, else one per core
 * @param indexingPercent the part of the scored acts that indexing gets while readers wait as well
 */
public record QueueSettings(
    int capacity, int bucketingWindow, int batchingDelayMillis, int threads, int indexingPercent) {
  private static final NumberProperty CAPACITY =
      new NumberProperty("lmtc.queue.capacity", 256, 1, 1_000_000);
  private static final NumberProperty BUCKETING_WINDOW =
      new NumberProperty("lmtc.queue.bucketingWindow", 64, 1, 1024);
  private static final NumberProperty BATCHING_DELAY_MILLIS =
      new NumberProperty("lmtc.queue.batchingDelayMillis", 2, 0, 60_000);
  private static final NumberProperty THREADS =
      new NumberProperty("lmtc.queue.threads", 0, 0, 1024);
  private static final NumberProperty INDEXING_PERCENT =
      new NumberProperty("lmtc.queue.indexingPercent", 50, 1, 99);

  public QueueSettings {
    CAPACITY.check(capacity);
    BUCKETING_WINDOW.check(bucketingWindow);
    BATCHING_DELAY_MILLIS.check(batchingDelayMillis);
    THREADS.check(threads);
    INDEXING_PERCENT.check(indexingPercent);
  }

  /**
   * The settings of this process.
   *
   * @throws BundleException naming the system property that is wrong
   */
  public static QueueSettings ofThisProcess() {
    return new QueueSettings(
        CAPACITY.read(),
        BUCKETING_WINDOW.read(),
        BATCHING_DELAY_MILLIS.read(),
        THREADS.read(),
        INDEXING_PERCENT.read());
  }

  /** The number of threads that call a scorer. */
  int threadsFor(LabelScorer scorer) {
    if (threads > 0) {
      return threads;
    }
    // a GPU computes one batch at a time; a CPU is used best with one batch per core, as much of a
    // network's work besides matrix products runs on a single thread
    return scorer.device().equals("cpu") ? Runtime.getRuntime().availableProcessors() : 1;
  }
}

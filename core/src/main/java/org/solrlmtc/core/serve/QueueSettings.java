package org.solrlmtc.core.serve;

import org.solrlmtc.core.bundle.BundleException;
import org.solrlmtc.core.bundle.NumberProperty;
import org.solrlmtc.core.score.LabelScorer;

/**
 * The queue of a model.
 *
 * @param capacity how many may wait; more are refused
 * @param window among how many of those that wait longest acts of similar length are looked for, to
 *     be scored in one batch
 * @param batchingDelayMillis how long a batch that is not full is delayed while other requests are
 *     open
 * @param threads how many threads score; 0 for one on a GPU, and else as many as there are
 *     processors
 */
public record QueueSettings(int capacity, int window, int batchingDelayMillis, int threads) {
  private static final NumberProperty CAPACITY =
      new NumberProperty("lmtc.queue.capacity", 256, 1, 1_000_000);
  private static final NumberProperty WINDOW = new NumberProperty("lmtc.queue.window", 64, 1, 1024);
  private static final NumberProperty BATCHING_DELAY_MILLIS =
      new NumberProperty("lmtc.queue.batchingDelayMillis", 2, 0, 60_000);
  private static final NumberProperty THREADS =
      new NumberProperty("lmtc.queue.threads", 0, 0, 1024);

  public QueueSettings {
    CAPACITY.check(capacity);
    WINDOW.check(window);
    BATCHING_DELAY_MILLIS.check(batchingDelayMillis);
    THREADS.check(threads);
  }

  /**
   * The settings this process was started with.
   *
   * @throws BundleException naming the system property that is wrong
   */
  public static QueueSettings ofThisProcess() {
    return new QueueSettings(
        CAPACITY.read(), WINDOW.read(), BATCHING_DELAY_MILLIS.read(), THREADS.read());
  }

  /** How many threads score at once with a scorer. */
  int threadsFor(LabelScorer scorer) {
    if (threads > 0) {
      return threads;
    }
    // a GPU computes one batch after the other; processors are used best by a batch each, as much
    // of the work around a network's products uses one of them
    return scorer.device().equals("cpu") ? Runtime.getRuntime().availableProcessors() : 1;
  }
}

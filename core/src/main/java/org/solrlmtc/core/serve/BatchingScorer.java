package org.solrlmtc.core.serve;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.IntSupplier;
import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.core.score.LabelScorer;
import org.solrlmtc.core.score.LabelScores;
import org.solrlmtc.core.score.ScoringException;

/**
 * Lets many requests share a scorer. A {@link RequestQueue} admits them, a {@link BatchSelector}
 * forms batches, a {@link WorkerPool} computes them and enforces the time limits.
 *
 * <ul>
 *   <li>No request waits longer than its time limit. A cancelled request is not started. An
 *       abandoned computation is stopped; if it does not stop, another thread takes over.
 *   <li>A full queue refuses requests at once.
 *   <li>Indexing and readers have their shares of the scorer, so that neither starves the other.
 *   <li>If a batch fails, or takes too long for one of its requests, its acts are scored one by
 *       one: only the act that causes it fails.
 * </ul>
 *
 * Thread-safe.
 */
public final class BatchingScorer implements AutoCloseable {
  private final QueueSettings settings;
  private final RequestQueue queue;
  private final WorkerPool workers;

  /**
   * Takes ownership of a scorer: it is closed with this.
   *
   * @param name of the model, for messages and threads
   * @param openRequests the number of open requests, which may need scores
   */
  public BatchingScorer(
      String name,
      LabelScorer scorer,
      QueueSettings settings,
      IntSupplier openRequests,
      ServingListener listener) {
    ReentrantLock lock = new ReentrantLock();
    ServingErrors errors = new ServingErrors(name);
    int threads = settings.threadsFor(scorer);
    this.settings = settings;
    this.queue =
        new RequestQueue(
            lock,
            settings.capacity(),
            new BatchSelector(settings, scorer.batchSize(), threads, openRequests),
            errors);
    this.workers = new WorkerPool(errors, scorer, threads, lock, queue, listener);
    workers.start();
  }

  /**
   * Scores an act.
   *
   * @param limit maximum time to wait for the result
   * @throws QueueFullException if the queue is full
   * @throws ScoringTimeoutException if the time limit is reached
   * @throws ScoringException if the scorer fails on this act
   */
  public LabelScores score(Requester requester, LegalAct act, Duration limit) {
    ScoreRequest request = new ScoreRequest(workers, requester, act, false);
    queue.addOrRefuse(request);
    return request.await(limit);
  }

  /**
   * Queues an act of {@link Requester#INDEXING} by look-ahead and returns at once. Such acts have a
   * separate queue capacity.
   *
   * @return empty if there is no room; the act is then not queued
   */
  public Optional<PendingResult<LabelScores>> prefetch(LegalAct act) {
    ScoreRequest request = new ScoreRequest(workers, Requester.INDEXING, act, true);
    return queue.offer(request) ? Optional.of(request) : Optional.empty();
  }

  /**
   * Other work on the scorer, such as explaining labels; otherwise like {@link #score}.
   *
   * @param work runs on a scoring thread
   */
  public <T> T perform(Requester requester, Function<LabelScorer, T> work, Duration limit) {
    WorkRequest<T> request = new WorkRequest<>(workers, requester, work);
    queue.addOrRefuse(request);
    return request.await(limit);
  }

  /**
   * Scores many acts for {@link Requester#READERS}. It waits while half of their queue is full, so
   * that it never causes the refusal of other requests.
   *
   * @param limit time limit per act; the total limit is their sum
   * @return one result per act, in the order given
   */
  public List<LabelScores> scoreAll(List<LegalAct> acts, Duration limit) {
    Duration totalLimit = limit.multipliedBy(acts.size());
    long deadline = System.nanoTime() + totalLimit.toNanos();
    List<LabelScores> scores = new ArrayList<>(acts.size());
    for (int from = 0; from < acts.size(); from += settings.bucketingWindow()) {
      List<ScoreRequest> part = new ArrayList<>();
      try {
        for (LegalAct act :
            acts.subList(from, Math.min(acts.size(), from + settings.bucketingWindow()))) {
          ScoreRequest request = new ScoreRequest(workers, Requester.READERS, act, false);
          queue.addWhenHalfEmpty(request, deadline, totalLimit);
          part.add(request);
        }
        for (ScoreRequest request : part) {
          scores.add(workers.await(request, deadline, totalLimit));
        }
      } catch (RuntimeException e) {
        part.forEach(PendingResult::cancel);
        throw e;
      }
    }
    return scores;
  }

  /** The number of queued requests. */
  public int depth() {
    return queue.depth();
  }

  /** The number of threads with an abandoned computation that has not stopped yet. */
  public int stuckThreads() {
    return workers.stuckThreads();
  }

  /**
   * Also closes the scorer. Waiting requests fail. A thread that does not stop within a few seconds
   * is left running; it closes the scorer when it ends.
   */
  @Override
  public void close() {
    workers.close();
  }
}

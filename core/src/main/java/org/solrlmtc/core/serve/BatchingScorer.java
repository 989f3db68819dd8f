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
 * chooses what is computed together, a {@link WorkerPool} computes it and keeps the time limits.
 *
 * <ul>
 *   <li>Nobody waits longer than allowed. What nobody waits for any more is not begun; what is
 *       being computed for nobody is stopped, and should it not stop, another thread takes over.
 *   <li>A full queue refuses at once.
 *   <li>When a batch fails, or takes too long for somebody who waits for one of its acts, its acts
 *       are scored one by one: only the one at fault fails.
 * </ul>
 *
 * Thread-safe.
 */
public final class BatchingScorer implements AutoCloseable {
  private final QueueSettings settings;
  private final RequestQueue queue;
  private final WorkerPool workers;

  /**
   * Takes over a scorer: it is closed with this.
   *
   * @param name of the model, for messages and threads
   * @param openRequests how many requests may ask for scores now
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
            new BatchSelector(settings, scorer.batch(), threads, openRequests),
            errors);
    this.workers = new WorkerPool(errors, scorer, threads, lock, queue, listener);
    workers.start();
  }

  /**
   * Scores an act.
   *
   * @param limit how long to wait for the result at most
   * @throws QueueFullException when too many acts wait already
   * @throws ScoringTimeoutException when the time is up
   * @throws ScoringException when the scorer fails on this act
   */
  public LabelScores score(LegalAct act, Duration limit) {
    ScoreRequest request = new ScoreRequest(workers, act, false);
    queue.addOrRefuse(request);
    return request.await(limit);
  }

  /**
   * Queues an act ahead of its turn, and returns at once. As many of such acts may wait as of
   * others.
   *
   * @return empty when there is no room; nothing has happened then
   */
  public Optional<PendingResult<LabelScores>> prefetch(LegalAct act) {
    ScoreRequest request = new ScoreRequest(workers, act, true);
    return queue.offer(request) ? Optional.of(request) : Optional.empty();
  }

  /**
   * Other work on the scorer, as explaining labels; otherwise like {@link #score}.
   *
   * @param work runs on a thread that scores, while no other work does unless there are several
   */
  public <T> T perform(Function<LabelScorer, T> work, Duration limit) {
    WorkRequest<T> request = new WorkRequest<>(workers, work);
    queue.addOrRefuse(request);
    return request.await(limit);
  }

  /**
   * Scores many acts for work in the background: where half of the queue is full it waits, so that
   * it is never why others are refused.
   *
   * @param limit per act; the limit of all is their sum
   * @return one result per act, in the order given
   */
  public List<LabelScores> scoreAll(List<LegalAct> acts, Duration limit) {
    Duration limitOfAll = limit.multipliedBy(acts.size());
    long deadline = System.nanoTime() + limitOfAll.toNanos();
    List<LabelScores> scores = new ArrayList<>(acts.size());
    for (int from = 0; from < acts.size(); from += settings.window()) {
      List<ScoreRequest> part = new ArrayList<>();
      try {
        for (LegalAct act : acts.subList(from, Math.min(acts.size(), from + settings.window()))) {
          ScoreRequest request = new ScoreRequest(workers, act, false);
          queue.addWhenHalfEmpty(request, deadline, limitOfAll);
          part.add(request);
        }
        for (ScoreRequest request : part) {
          scores.add(workers.await(request, deadline, limitOfAll));
        }
      } catch (RuntimeException e) {
        part.forEach(PendingResult::cancel);
        throw e;
      }
    }
    return scores;
  }

  /** How many requests wait in the queue. */
  public int depth() {
    return queue.depth();
  }

  /** How many threads compute for nobody and have not stopped yet. */
  public int stuckThreads() {
    return workers.stuckThreads();
  }

  /**
   * Closes the scorer, too. Whoever still waits is told. A thread that does not stop is left behind
   * after a while; it closes the scorer when it ends.
   */
  @Override
  public void close() {
    workers.close();
  }
}

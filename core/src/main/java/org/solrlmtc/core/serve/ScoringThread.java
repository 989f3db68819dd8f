package org.solrlmtc.core.serve;

import java.util.List;
import java.util.function.Supplier;
import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.core.score.LabelScorer;
import org.solrlmtc.core.score.LabelScores;
import org.solrlmtc.core.score.ScoringException;
import org.solrlmtc.core.score.ScoringRun;

/**
 * Does the work that a {@link WorkerPool} assigns. All methods but {@link #run} are called under
 * that pool's lock.
 */
final class ScoringThread extends Thread {
  private final WorkerPool pool;
  private final LabelScorer scorer;
  private final ServingListener listener;

  /** What is being worked at; empty when the thread waits. */
  private volatile List<PendingResult<?>> work = List.of();

  /** The call of the scorer that is going on, if any. */
  private volatile ScoringRun call = new ScoringRun();

  private volatile boolean computing;
  private volatile long since;
  private volatile boolean stopped;

  ScoringThread(WorkerPool pool, LabelScorer scorer, ServingListener listener, String name) {
    super(name);
    this.pool = pool;
    this.scorer = scorer;
    this.listener = listener;
    setDaemon(true);
  }

  void assign(List<PendingResult<?>> assigned) {
    work = assigned;
  }

  /** Begins a call of the scorer; false when nobody waits for that any more. */
  boolean begin(ScoringRun run) {
    if (work.stream().allMatch(PendingResult::isDone)) {
      return false;
    }
    call = run;
    since = System.nanoTime();
    computing = true;
    return true;
  }

  boolean computesForNobody() {
    return computing && !stopped && work.stream().allMatch(PendingResult::isDone);
  }

  /**
   * Whether several acts are computed together, this one among them.
   *
   * @param least for how many nanoseconds, at least
   */
  boolean computesWithOthers(PendingResult<?> request, long least) {
    return computing
        && !stopped
        && work.size() > 1
        && work.contains(request)
        && System.nanoTime() - since >= least;
  }

  /** Takes away what is not done yet, whatever comes of what is being computed. */
  List<PendingResult<?>> takeBack() {
    List<PendingResult<?>> undone = work.stream().filter(request -> !request.isDone()).toList();
    work = List.of();
    return undone;
  }

  /** Stops what is being computed; there may be no further work for the thread. */
  void stopComputing() {
    stopped = true;
    call.stop();
    interrupt();
  }

  /** The work is over. Tells whether the thread was told to stop in the meantime. */
  boolean finishWork() {
    work = List.of();
    boolean wasStopped = stopped;
    stopped = false;
    // only stopComputing() interrupts, and what it meant is over
    Thread.interrupted();
    return wasStopped;
  }

  void failWork(ScoringException reason) {
    work.forEach(request -> request.fail(reason));
  }

  @Override
  public void run() {
    try {
      while (pool.assignWork(this)) {
        try {
          doWork();
        } catch (RuntimeException | Error e) {
          // an Error, too, concerns those who wait, and not this thread
          work.forEach(request -> request.fail(e));
        }
      }
    } finally {
      pool.leave(this);
    }
  }

  private void doWork() {
    List<PendingResult<?>> together = work;
    long now = System.nanoTime();
    together.forEach(request -> listener.waited(now - request.queuedAt));
    if (together.get(0) instanceof WorkRequest<?> request) {
      perform(request);
      return;
    }
    try {
      score(together.stream().map(ScoreRequest.class::cast).toList());
    } catch (RuntimeException | Error e) {
      if (together.size() == 1) {
        throw e;
      }
      pool.retryOneByOne(this);
    }
  }

  private <T> void perform(WorkRequest<T> request) {
    request.complete(compute(() -> request.work.apply(scorer), new ScoringRun()));
  }

  private void score(List<ScoreRequest> requests) {
    List<LegalAct> acts = requests.stream().map(request -> request.act).toList();
    ScoringRun run = new ScoringRun();
    long began = System.nanoTime();
    List<LabelScores> scores = compute(() -> scorer.score(acts), run);
    long took = System.nanoTime() - began;
    if (scores.size() != acts.size()) {
      throw new ScoringException(
          "the scorer gave " + scores.size() + " results for " + acts.size() + " acts");
    }
    listener.scored(acts.size(), run.tokenizingNanos(), took - run.tokenizingNanos());
    for (int i = 0; i < scores.size(); i++) {
      requests.get(i).complete(scores.get(i));
    }
  }

  private <T> T compute(Supplier<T> scoring, ScoringRun run) {
    if (!pool.begin(this, run)) {
      throw new ScoringException("nobody waits for it any more");
    }
    try {
      return run.call(scoring);
    } finally {
      computing = false;
    }
  }
}

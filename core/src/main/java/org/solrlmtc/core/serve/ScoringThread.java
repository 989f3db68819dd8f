package org.solrlmtc.core.serve;

import java.util.List;
import java.util.function.Supplier;
import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.core.score.LabelScorer;
import org.solrlmtc.core.score.LabelScores;
import org.solrlmtc.core.score.ScoringException;
import org.solrlmtc.core.score.ScoringRun;

/**
 * Computes the batches that a {@link WorkerPool} assigns. All methods except {@link #run} are
 * called under that pool's lock.
 */
final class ScoringThread extends Thread {
  private final WorkerPool pool;
  private final LabelScorer scorer;
  private final ServingListener listener;

  /** The current batch; empty while the thread is idle. */
  private volatile List<PendingResult<?>> work = List.of();

  /** The current call of the scorer, if any. */
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

  /** Starts a call of the scorer; false if its requests are all cancelled. */
  boolean begin(ScoringRun run) {
    if (work.stream().allMatch(PendingResult::isDone)) {
      return false;
    }
    call = run;
    since = System.nanoTime();
    computing = true;
    return true;
  }

  /** Whether it still computes although its requests are all done or cancelled. */
  boolean isAbandoned() {
    return computing && !stopped && work.stream().allMatch(PendingResult::isDone);
  }

  /**
   * Whether it computes a batch of several acts, this one among them.
   *
   * @param minNanos minimum time that the computation has taken so far
   */
  boolean computesBatchWith(PendingResult<?> request, long minNanos) {
    return computing
        && !stopped
        && work.size() > 1
        && work.contains(request)
        && System.nanoTime() - since >= minNanos;
  }

  /**
   * Takes back the requests that are not done yet; the current computation no longer affects them.
   */
  List<PendingResult<?>> takeBack() {
    List<PendingResult<?>> undone = work.stream().filter(request -> !request.isDone()).toList();
    work = List.of();
    return undone;
  }

  /** Stops the current computation. The thread may get no further work. */
  void stopComputing() {
    stopped = true;
    call.stop();
    interrupt();
  }

  /** Ends the current batch; returns whether the thread was stopped meanwhile. */
  boolean finishWork() {
    work = List.of();
    boolean wasStopped = stopped;
    stopped = false;
    // only stopComputing() interrupts, and the computation it meant is over
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
          // an Error, too, fails the requests and not this thread
          work.forEach(request -> request.fail(e));
        }
      }
    } finally {
      pool.leave(this);
    }
  }

  private void doWork() {
    List<PendingResult<?>> batch = work;
    long now = System.nanoTime();
    batch.forEach(request -> listener.waited(now - request.queuedAt));
    if (batch.get(0) instanceof WorkRequest<?> request) {
      perform(request);
      return;
    }
    try {
      score(batch.stream().map(ScoreRequest.class::cast).toList());
    } catch (RuntimeException | Error e) {
      if (batch.size() == 1) {
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
    long start = System.nanoTime();
    List<LabelScores> scores = compute(() -> scorer.score(acts), run);
    long took = System.nanoTime() - start;
    if (scores.size() != acts.size()) {
      throw new ScoringException(
          "the scorer returned " + scores.size() + " results for " + acts.size() + " acts");
    }
    listener.scored(acts.size(), run.tokenizationNanos(), took - run.tokenizationNanos());
    for (int i = 0; i < scores.size(); i++) {
      requests.get(i).complete(scores.get(i));
    }
  }

  private <T> T compute(Supplier<T> scoring, ScoringRun run) {
    if (!pool.begin(this, run)) {
      throw new ScoringException("the request was cancelled");
    }
    try {
      return run.call(scoring);
    } finally {
      computing = false;
    }
  }
}

package org.solrlmtc.core.serve;

import java.util.List;
import java.util.function.Supplier;
import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.core.score.LabelScorer;
import org.solrlmtc.core.score.LabelScores;
import org.solrlmtc.core.score.ScoringException;
import org.solrlmtc.core.score.ScoringRun;

/**
 * Does the work that a {@link BatchingScorer} assigns. All methods but {@link #run} are called
 * under that scorer's lock.
 */
final class ScoringThread extends Thread {
  private final BatchingScorer owner;
  private final LabelScorer scorer;
  private final ServingListener listener;

  /** What is being worked at; empty when the thread waits. */
  private volatile List<Waiting<?>> work = List.of();

  /** The call of the scorer that is going on, if any. */
  private volatile ScoringRun call = new ScoringRun();

  private volatile boolean computing;
  private volatile long since;
  private volatile boolean abandoned;

  ScoringThread(BatchingScorer owner, LabelScorer scorer, ServingListener listener, String name) {
    super(name);
    this.owner = owner;
    this.scorer = scorer;
    this.listener = listener;
    setDaemon(true);
  }

  void assign(List<Waiting<?>> assigned) {
    work = assigned;
  }

  /** Begins a call of the scorer; false when nobody waits for that any more. */
  boolean begin(ScoringRun run) {
    if (work.stream().allMatch(Waiting::isDone)) {
      return false;
    }
    call = run;
    since = System.nanoTime();
    computing = true;
    return true;
  }

  boolean worksForNobody() {
    return computing && !abandoned && work.stream().allMatch(Waiting::isDone);
  }

  /**
   * Whether several acts are computed together, this one among them.
   *
   * @param least for how many nanoseconds, at least
   */
  boolean computesWithOthers(Waiting<?> waiting, long least) {
    return computing
        && !abandoned
        && work.size() > 1
        && work.contains(waiting)
        && System.nanoTime() - since >= least;
  }

  /** Takes away what is not done yet, whatever comes of what is being computed. */
  List<Waiting<?>> takeBack() {
    List<Waiting<?>> undone = work.stream().filter(waiting -> !waiting.isDone()).toList();
    work = List.of();
    return undone;
  }

  /** Stops what is being computed; the thread may not count on coming back to more work. */
  void abandon() {
    abandoned = true;
    call.stop();
    interrupt();
  }

  /** The work is over. Tells whether the thread was abandoned in the meantime. */
  boolean comeBack() {
    work = List.of();
    boolean wasAbandoned = abandoned;
    abandoned = false;
    // only abandon() interrupts, and what it meant is over
    Thread.interrupted();
    return wasAbandoned;
  }

  void failWork(ScoringException reason) {
    work.forEach(waiting -> waiting.fail(reason));
  }

  @Override
  public void run() {
    try {
      while (owner.assignWork(this)) {
        try {
          doWork();
        } catch (RuntimeException | Error e) {
          // an Error, too, concerns those who wait, and not this thread
          work.forEach(waiting -> waiting.fail(e));
        }
      }
    } finally {
      owner.leave(this);
    }
  }

  private void doWork() {
    List<Waiting<?>> together = work;
    long now = System.nanoTime();
    together.forEach(waiting -> listener.waited(now - waiting.since));
    if (together.get(0) instanceof Waiting.ForWork<?> other) {
      perform(other);
      return;
    }
    try {
      score(together.stream().map(Waiting.ForScores.class::cast).toList());
    } catch (RuntimeException | Error e) {
      if (together.size() == 1) {
        throw e;
      }
      owner.retryOneByOne(this);
    }
  }

  private <T> void perform(Waiting.ForWork<T> other) {
    other.complete(compute(() -> other.work.apply(scorer), new ScoringRun()));
  }

  private void score(List<Waiting.ForScores> waiting) {
    List<LegalAct> acts = waiting.stream().map(each -> each.act).toList();
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
      waiting.get(i).complete(scores.get(i));
    }
  }

  private <T> T compute(Supplier<T> scoring, ScoringRun run) {
    if (!owner.begin(this, run)) {
      throw new ScoringException("nobody waits for it any more");
    }
    try {
      return run.call(scoring);
    } finally {
      computing = false;
    }
  }
}

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

  /** The call of the scorer that is going on, if any, and what it is for: part of the work. */
  private volatile ScoringRun call = new ScoringRun();

  private volatile List<? extends Waiting<?>> called = List.of();

  private volatile boolean computing;
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
  boolean begin(List<? extends Waiting<?>> together, ScoringRun run) {
    if (together.stream().allMatch(Waiting::isDone)) {
      return false;
    }
    called = together;
    call = run;
    computing = true;
    return true;
  }

  boolean worksForNobody() {
    return computing && !abandoned && work.stream().allMatch(Waiting::isDone);
  }

  boolean computes(Waiting<?> waiting) {
    return computing && !abandoned && called.contains(waiting);
  }

  /** Stops what is being computed, if it can be stopped. */
  void stopCall() {
    call.stop();
    interrupt();
  }

  /** Stops what is being computed; the thread may not count on coming back to more work. */
  void abandon() {
    abandoned = true;
    stopCall();
  }

  /** The work is over. Tells whether the thread was abandoned in the meantime. */
  boolean comeBack() {
    work = List.of();
    boolean wasAbandoned = abandoned;
    abandoned = false;
    // only stopCall() interrupts, and what it meant is over
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
    long now = System.nanoTime();
    work.forEach(waiting -> listener.waited(now - waiting.since));
    if (work.get(0) instanceof Waiting.ForWork<?> other) {
      perform(other);
      return;
    }
    List<Waiting.ForScores> acts = work.stream().map(Waiting.ForScores.class::cast).toList();
    try {
      score(acts);
    } catch (RuntimeException | Error e) {
      if (acts.size() == 1 || acts.stream().allMatch(Waiting::isDone)) {
        throw e;
      }
      listener.retried();
      // it was meant for the batch
      Thread.interrupted();
      acts.forEach(this::scoreAlone);
    }
  }

  private <T> void perform(Waiting.ForWork<T> other) {
    other.complete(compute(List.of(other), () -> other.work.apply(scorer), new ScoringRun()));
  }

  private void scoreAlone(Waiting.ForScores act) {
    if (act.isDone()) {
      return;
    }
    try {
      score(List.of(act));
    } catch (RuntimeException | Error e) {
      act.fail(e);
    }
  }

  private void score(List<Waiting.ForScores> waiting) {
    List<LegalAct> acts = waiting.stream().map(each -> each.act).toList();
    ScoringRun run = new ScoringRun();
    long began = System.nanoTime();
    List<LabelScores> scores = compute(waiting, () -> scorer.score(acts), run);
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

  private <T> T compute(List<? extends Waiting<?>> together, Supplier<T> scoring, ScoringRun run) {
    if (!owner.begin(this, together, run)) {
      throw new ScoringException("nobody waits for it any more");
    }
    try {
      return run.call(scoring);
    } finally {
      computing = false;
    }
  }
}

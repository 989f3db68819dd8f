package org.solrlmtc.core.score;

import java.util.function.Supplier;

/**
 * A call of a scorer as others see it: they can stop it, and learn how its time was spent. A scorer
 * finds the run that its thread is in by {@link #current}; whoever calls a scorer and wants neither
 * needs no run.
 */
public final class ScoringRun {
  private static final ThreadLocal<ScoringRun> CURRENT = new ThreadLocal<>();
  private static final Runnable NOTHING = () -> {};

  private Runnable stopAction = NOTHING;
  private boolean stopped;

  /** Written by the scoring thread, read when it is done. */
  private long tokenizingNanos;

  /** Something that takes its time. */
  @FunctionalInterface
  public interface Computation<T, E extends Exception> {
    /** Computes. */
    T compute() throws E;
  }

  /** The run that this thread is in; one that nobody knows of when it is in none. */
  public static ScoringRun current() {
    ScoringRun run = CURRENT.get();
    return run == null ? new ScoringRun() : run;
  }

  /** Scores on this thread, as this run. */
  public <T> T call(Supplier<T> scoring) {
    CURRENT.set(this);
    try {
      return scoring.get();
    } finally {
      CURRENT.remove();
    }
  }

  /**
   * Computes something that an action of its own can stop. When this returns the action is neither
   * run any more nor running.
   */
  public <T, E extends Exception> T stoppable(Runnable action, Computation<T, E> computation)
      throws E {
    stopBy(action);
    try {
      return computation.compute();
    } finally {
      stopBy(NOTHING);
    }
  }

  private synchronized void stopBy(Runnable action) {
    stopAction = action;
    if (stopped) {
      action.run();
    }
  }

  /** Stops the run as soon as its scorer can, from any thread. The scorer then fails. */
  public synchronized void stop() {
    stopped = true;
    stopAction.run();
  }

  public synchronized boolean isStopped() {
    return stopped;
  }

  /** Adds to the time that went into making words of texts. */
  public void addTokenizing(long nanos) {
    tokenizingNanos += nanos;
  }

  public long tokenizingNanos() {
    return tokenizingNanos;
  }
}

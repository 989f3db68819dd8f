package org.solrlmtc.core.score;

import java.util.function.Supplier;

/**
 * A call of a scorer that other threads can stop, and whose time is measured. A scorer gets the run
 * of its thread by {@link #current}. A caller that needs neither needs no run.
 */
public final class ScoringRun {
  private static final ThreadLocal<ScoringRun> CURRENT = new ThreadLocal<>();
  private static final Runnable NO_ACTION = () -> {};

  private Runnable stopAction = NO_ACTION;
  private boolean stopped;

  /** Written by the scoring thread, read when it is done. */
  private long tokenizationNanos;

  /** A computation that may take long. */
  @FunctionalInterface
  public interface Computation<T, E extends Exception> {
    /** Computes. */
    T compute() throws E;
  }

  /** The run of this thread; a new one, which no other thread can stop, if it has none. */
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
   * Runs a computation that the action can stop. After this returns, the action is neither running
   * nor run later.
   */
  public <T, E extends Exception> T stoppable(Runnable action, Computation<T, E> computation)
      throws E {
    stopBy(action);
    try {
      return computation.compute();
    } finally {
      stopBy(NO_ACTION);
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

  /** Adds time that was spent on tokenization. */
  public void addTokenization(long nanos) {
    tokenizationNanos += nanos;
  }

  public long tokenizationNanos() {
    return tokenizationNanos;
  }
}

package org.solrlmtc.core.onnx;

import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.solrlmtc.core.bundle.BundleException;
import org.solrlmtc.core.score.LabelScorer;
import org.solrlmtc.core.score.ScoringRun;

/**
 * Opens a network on a separate thread, with a time limit. While it opens a network, ONNX Runtime
 * computes everything that does not depend on its inputs, and cannot be stopped.
 */
final class TimedOpening {
  /** Each keeps a core busy and its network in memory. */
  private static final int MAX_ABANDONED = 4;

  /** Openings that timed out and have not ended. */
  private static final AtomicInteger ABANDONED = new AtomicInteger();

  private TimedOpening() {}

  /**
   * Returns the result of the opening. If it times out it is stopped; if it completes nevertheless,
   * the network is closed.
   *
   * @param file the network, for messages
   * @throws BundleException if the time limit is reached, or too many abandoned openings have not
   *     ended
   */
  static <T extends LabelScorer> T within(int seconds, Path file, Supplier<T> opening) {
    if (ABANDONED.get() >= MAX_ABANDONED) {
      throw new BundleException(
          file
              + " is not opened: "
              + ABANDONED
              + " models that were not ready in time are still being opened; wait until they are,"
              + " or restart the process and raise the system property "
              + OnnxOptions.OPEN_TIMEOUT_SECONDS.name());
    }
    ScoringRun run = new ScoringRun();
    CompletableFuture<T> result = new CompletableFuture<>();
    Thread thread = new Thread(() -> open(run, opening, result), "lmtc-opening");
    // an endless computation must not keep the process from ending
    thread.setDaemon(true);
    thread.start();
    try {
      return result.get(seconds, TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      return abandon(
          run,
          result,
          new BundleException(
              file
                  + " was not ready to score within "
                  + seconds
                  + " s: such a model is not run; use a smaller one, or raise the system property "
                  + OnnxOptions.OPEN_TIMEOUT_SECONDS.name()
                  + ". What it computes ends by itself, or with the process",
              e));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return abandon(
          run, result, new BundleException("interrupted while " + file + " was opened", e));
    } catch (ExecutionException e) {
      throw unchecked(e.getCause());
    }
  }

  private static <T extends LabelScorer> void open(
      ScoringRun run, Supplier<T> opening, CompletableFuture<T> result) {
    boolean awaited;
    try {
      T opened = run.call(opening);
      awaited = result.complete(opened);
      if (!awaited) {
        opened.close();
      }
    } catch (RuntimeException | Error e) {
      awaited = result.completeExceptionally(e);
    }
    if (!awaited) {
      ABANDONED.decrementAndGet();
    }
  }

  /** Stops the opening, unless it completed just now. */
  private static <T> T abandon(ScoringRun run, CompletableFuture<T> result, BundleException why) {
    ABANDONED.incrementAndGet();
    if (result.completeExceptionally(why)) {
      run.stop();
      throw why;
    }
    ABANDONED.decrementAndGet();
    try {
      return result.join();
    } catch (CompletionException e) {
      throw unchecked(e.getCause());
    }
  }

  private static RuntimeException unchecked(Throwable failure) {
    if (failure instanceof Error error) {
      throw error;
    }
    return (RuntimeException) failure;
  }
}

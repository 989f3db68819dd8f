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
 * Opens a network on a thread of its own, and waits for it only so long. ONNX Runtime computes
 * whatever does not depend on a text while it opens a network, and cannot be stopped there.
 */
final class TimedOpening {
  /** Each keeps a processor busy and its network in memory. */
  private static final int MOST_GIVEN_UP = 4;

  /** Openings that nobody waits for and that have not ended. */
  private static final AtomicInteger GIVEN_UP = new AtomicInteger();

  private TimedOpening() {}

  /**
   * What the opening gives. When it is late it is told to stop; should it get ready all the same,
   * what it opened is closed.
   *
   * @param file what is opened, for messages
   * @throws BundleException when the time is up, or too many that were late have not ended
   */
  static <T extends LabelScorer> T within(int seconds, Path file, Supplier<T> opening) {
    if (GIVEN_UP.get() >= MOST_GIVEN_UP) {
      throw new BundleException(
          file
              + " is not opened: "
              + GIVEN_UP
              + " models that were not ready in time are still being opened; wait until they are,"
              + " or restart the process and raise the system property "
              + OnnxOptions.OPEN_SECONDS.name());
    }
    ScoringRun run = new ScoringRun();
    CompletableFuture<T> result = new CompletableFuture<>();
    Thread thread = new Thread(() -> open(run, opening, result), "lmtc-opening");
    // a computation without end must not keep the process from ending
    thread.setDaemon(true);
    thread.start();
    try {
      return result.get(seconds, TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      return giveUp(
          run,
          result,
          new BundleException(
              file
                  + " was not ready to score within "
                  + seconds
                  + " s: such a model is not run; use a smaller one, or raise the system property "
                  + OnnxOptions.OPEN_SECONDS.name()
                  + ". What it computes ends by itself, or with the process",
              e));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return giveUp(
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
      GIVEN_UP.decrementAndGet();
    }
  }

  /** Unless it got ready just now. */
  private static <T> T giveUp(ScoringRun run, CompletableFuture<T> result, BundleException why) {
    GIVEN_UP.incrementAndGet();
    if (result.completeExceptionally(why)) {
      run.stop();
      throw why;
    }
    GIVEN_UP.decrementAndGet();
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

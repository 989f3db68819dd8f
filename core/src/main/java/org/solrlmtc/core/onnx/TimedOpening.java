package org.solrlmtc.core.onnx;

import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.solrlmtc.core.bundle.BundleException;
import org.solrlmtc.core.score.LabelScorer;
import org.solrlmtc.core.score.ScoringRun;

/**
 * Opens a network on a thread of its own, and waits for it only so long. ONNX Runtime computes
 * whatever does not depend on a text while it opens a network, and cannot be stopped there.
 */
final class TimedOpening {
  private TimedOpening() {}

  /**
   * What the opening gives. When it is late it is told to stop; should it get ready all the same,
   * what it opened is closed.
   *
   * @param file what is opened, for messages
   * @throws BundleException when the time is up
   */
  static <T extends LabelScorer> T within(int seconds, Path file, Supplier<T> opening) {
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
    try {
      T opened = run.call(opening);
      if (!result.complete(opened)) {
        opened.close();
      }
    } catch (RuntimeException | Error e) {
      result.completeExceptionally(e);
    }
  }

  /** Unless it got ready just now. */
  private static <T> T giveUp(ScoringRun run, CompletableFuture<T> result, BundleException why) {
    if (result.completeExceptionally(why)) {
      run.stop();
      throw why;
    }
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

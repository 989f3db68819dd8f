package org.solrlmtc.cli.common;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;

/** Waits for work on other threads. */
public final class Futures {
  private Futures() {}

  /** The result of the work; its failure is thrown again on this thread. */
  public static <T> T await(Future<T> work) {
    try {
      return work.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw new IllegalStateException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UserError("interrupted", e);
    }
  }
}

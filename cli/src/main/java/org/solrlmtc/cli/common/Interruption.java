package org.solrlmtc.cli.common;

import java.util.concurrent.CountDownLatch;

/**
 * While this is open, Ctrl-C or another termination signal only sets a flag, so that the work can
 * stop cleanly. The process ends when this is closed.
 */
public final class Interruption implements AutoCloseable {
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Thread hook = new Thread(this::end, "lmtc-interruption");
  private volatile boolean requested;

  public Interruption() {
    Runtime.getRuntime().addShutdownHook(hook);
  }

  private void end() {
    requested = true;
    try {
      closed.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Whether the work should stop. */
  public boolean isRequested() {
    return requested;
  }

  @Override
  public void close() {
    closed.countDown();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // the process is ending: the hook is running and ends now
    }
  }
}

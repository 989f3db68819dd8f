package org.solrlmtc.cli.common;

import java.util.concurrent.CountDownLatch;

/**
 * As long as this is open, Ctrl-C or another request to end the process only asks the work to stop;
 * the process ends when this is closed.
 */
public final class Interruption implements AutoCloseable {
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Thread hook = new Thread(this::end, "lmtc-interruption");
  private volatile boolean wanted;

  public Interruption() {
    Runtime.getRuntime().addShutdownHook(hook);
  }

  private void end() {
    wanted = true;
    try {
      closed.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Whether the work is to stop. */
  public boolean isWanted() {
    return wanted;
  }

  @Override
  public void close() {
    closed.countDown();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // the process is ending: the hook runs, and ends now
    }
  }
}

package org.solrlmtc.training.execution;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Parallel work with results in the order of the input, so that the outcome does not depend on the
 * number of threads. Closing drops queued work and waits for running work: afterwards nothing is
 * written.
 */
public final class OrderedWork implements AutoCloseable {
  private static final int AHEAD_PER_THREAD = 64;

  private final ThreadPoolExecutor executor;
  private final int ahead;

  public OrderedWork(int threads) {
    this.executor =
        new ThreadPoolExecutor(
            threads,
            threads,
            0,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            task -> {
              Thread thread = new Thread(task, "lmtc-training");
              thread.setDaemon(true);
              return thread;
            });
    this.ahead = threads * AHEAD_PER_THREAD;
  }

  /** Computes the result of an item, on any thread. */
  @FunctionalInterface
  public interface Maker<I, T> {
    T make(I item) throws IOException;
  }

  /** Takes a result. */
  @FunctionalInterface
  public interface Taker<T> {
    void take(T result) throws IOException;
  }

  /** Works on every item; results are taken by the calling thread, one after the other. */
  public <I, T> void forEach(Iterator<I> items, Maker<I, T> maker, Taker<T> taker)
      throws IOException {
    Deque<Future<T>> pending = new ArrayDeque<>();
    while (items.hasNext() || !pending.isEmpty()) {
      while (items.hasNext() && pending.size() < ahead) {
        I item = items.next();
        Callable<T> task = () -> maker.make(item);
        pending.add(executor.submit(task));
      }
      taker.take(result(pending.remove()));
    }
  }

  private static <T> T result(Future<T> future) throws IOException {
    try {
      return future.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new TrainingException("training was interrupted", e);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      if (e.getCause() instanceof IOException cause) {
        throw cause;
      }
      if (e.getCause() instanceof Error cause) {
        throw cause;
      }
      throw new TrainingException("training failed", e.getCause());
    }
  }

  @Override
  public void close() {
    // no interruption: it would damage a file that a thread is writing
    executor.getQueue().clear();
    executor.shutdown();
    try {
      executor.awaitTermination(Long.MAX_VALUE, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}

package org.solrlmtc.cli.bench;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntConsumer;
import java.util.function.LongSupplier;
import org.solrlmtc.cli.common.Futures;

/**
 * Something to measure: threads process acts, one call or request at a time.
 *
 * @param name name in the table
 * @param calls number of acts per call
 * @param work makes the call with an index
 * @param end runs once after all calls, within the measured time
 */
record Subject(String name, int threads, List<Integer> calls, IntConsumer work, Runnable end) {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  /**
   * The time to process all acts once.
   *
   * @param callNanos nanoseconds of each call
   * @param cpuNanos CPU time of the calling threads
   */
  record Round(double seconds, long[] callNanos, long cpuNanos) {}

  /**
   * Processes all acts; each thread takes the next call that is not taken.
   *
   * @param clock monotonic time in nanoseconds
   */
  Round run(LongSupplier clock) {
    long[] callNanos = new long[calls.size()];
    AtomicInteger next = new AtomicInteger();
    AtomicLong cpuNanos = new AtomicLong();
    Runnable caller =
        () -> {
          long cpu = THREADS.getCurrentThreadCpuTime();
          for (int call = next.getAndIncrement();
              call < callNanos.length;
              call = next.getAndIncrement()) {
            long begin = clock.getAsLong();
            work.accept(call);
            callNanos[call] = clock.getAsLong() - begin;
          }
          cpuNanos.addAndGet(THREADS.getCurrentThreadCpuTime() - cpu);
        };
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      long begin = clock.getAsLong();
      List<Future<?>> callers = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        callers.add(pool.submit(caller));
      }
      callers.forEach(Futures::await);
      end.run();
      return new Round((clock.getAsLong() - begin) / 1e9, callNanos, cpuNanos.get());
    } finally {
      pool.shutdownNow();
    }
  }

  int acts() {
    return calls.stream().mapToInt(Integer::intValue).sum();
  }
}

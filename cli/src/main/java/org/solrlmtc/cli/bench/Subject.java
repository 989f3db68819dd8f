package org.solrlmtc.cli.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import java.util.function.LongSupplier;
import org.solrlmtc.cli.common.Futures;

/**
 * Something to measure: some threads go through acts, a call or request at a time.
 *
 * @param name what it is, for people
 * @param calls how many acts each call is for
 * @param work makes a call, by its number
 * @param end what is done once after all calls, and counts
 */
record Subject(String name, int threads, List<Integer> calls, IntConsumer work, Runnable end) {

  /**
   * What it took to go through all acts once.
   *
   * @param callNanos of each call
   */
  record Round(double seconds, long[] callNanos) {}

  /**
   * Goes through all acts; each thread takes the next call that nobody has made.
   *
   * @param clock nanoseconds since some moment
   */
  Round run(LongSupplier clock) {
    long[] callNanos = new long[calls.size()];
    AtomicInteger next = new AtomicInteger();
    Runnable caller =
        () -> {
          for (int call = next.getAndIncrement();
              call < callNanos.length;
              call = next.getAndIncrement()) {
            long begin = clock.getAsLong();
            work.accept(call);
            callNanos[call] = clock.getAsLong() - begin;
          }
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
      return new Round((clock.getAsLong() - begin) / 1e9, callNanos);
    } finally {
      pool.shutdownNow();
    }
  }

  int acts() {
    return calls.stream().mapToInt(Integer::intValue).sum();
  }
}

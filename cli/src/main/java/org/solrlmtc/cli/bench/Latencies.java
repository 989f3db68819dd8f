package org.solrlmtc.cli.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Latencies of requests since they were last taken, in milliseconds; thread-safe. */
final class Latencies {
  private final Queue<Double> millis = new ConcurrentLinkedQueue<>();

  /** Adds a request that ends now. */
  void add(long beginNanos) {
    millis.add((System.nanoTime() - beginNanos) / 1e6);
  }

  /** Removes all and returns them as figures. */
  Figures take() {
    List<Double> taken = new ArrayList<>();
    for (Double next = millis.poll(); next != null; next = millis.poll()) {
      taken.add(next);
    }
    return new Figures(taken.stream().mapToDouble(Double::doubleValue).toArray());
  }

  /** Latencies that were taken. */
  record Figures(double[] millis) {
    /** NaN if there was no request. */
    double quantile(double q) {
      return millis.length == 0 ? Double.NaN : Comparison.quantile(millis, q);
    }
  }
}

package org.solrlmtc.core.reference;

import java.util.Arrays;

/** The last values of a signal. Thread-safe. */
public final class RecentValues {
  private final double[] ring;
  private int size;
  private int next;

  /**
   * @param capacity how many values are kept
   */
  public RecentValues(int capacity) {
    this.ring = new double[capacity];
  }

  public synchronized void add(double value) {
    ring[next] = value;
    next = (next + 1) % ring.length;
    size = Math.min(size + 1, ring.length);
  }

  /** The values, in no particular order. */
  public synchronized double[] values() {
    return Arrays.copyOf(ring, size);
  }
}

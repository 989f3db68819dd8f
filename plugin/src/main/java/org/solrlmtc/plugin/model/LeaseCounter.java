package org.solrlmtc.plugin.model;

import java.util.concurrent.atomic.AtomicInteger;

/** Counts who uses a version of a model, which closes once it is retired and nobody does. */
final class LeaseCounter {
  private final AtomicInteger leases = new AtomicInteger();
  private boolean retired;

  int count() {
    return leases.get();
  }

  /** False when the version is closed. */
  synchronized boolean tryAcquire() {
    if (retired && leases.get() == 0) {
      return false;
    }
    leases.incrementAndGet();
    return true;
  }

  /** Whether the version is to be closed now. */
  synchronized boolean release() {
    return leases.decrementAndGet() == 0 && retired;
  }

  /** Whether the version is to be closed now, and not by the last one who releases it. */
  synchronized boolean retire() {
    boolean unused = !retired && leases.get() == 0;
    retired = true;
    return unused;
  }
}

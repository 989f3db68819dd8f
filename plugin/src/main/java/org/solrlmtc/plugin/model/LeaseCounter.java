package org.solrlmtc.plugin.model;

import java.util.concurrent.atomic.AtomicInteger;

/** Counts the leases of a version, which is to be closed once it is retired and has none. */
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

  /** Whether the version is to be closed now; otherwise the release of the last lease closes it. */
  synchronized boolean retire() {
    boolean unused = !retired && leases.get() == 0;
    retired = true;
    return unused;
  }
}

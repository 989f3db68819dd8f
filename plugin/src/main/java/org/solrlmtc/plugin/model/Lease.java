package org.solrlmtc.plugin.model;

import java.util.concurrent.atomic.AtomicBoolean;

/** A request's hold on one version of a model, which stays open until the lease is closed. */
final class Lease implements AutoCloseable {
  private final Model model;
  private final AtomicBoolean ended = new AtomicBoolean();

  Lease(Model model) {
    this.model = model;
  }

  Model model() {
    return model;
  }

  @Override
  public void close() {
    if (ended.compareAndSet(false, true)) {
      model.endLease();
    }
  }
}

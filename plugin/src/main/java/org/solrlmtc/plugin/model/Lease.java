package org.solrlmtc.plugin.model;

import java.util.concurrent.atomic.AtomicBoolean;

/** The right of a request to use one version of a model; as long as it lasts, that stays open. */
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

package org.solrlmtc.plugin.model;

import org.solrlmtc.core.serve.ServingListener;

/**
 * What a version of a model does counts for its model, once it is warm: the text that warms it up
 * is nobody's.
 */
final class VersionListener implements ServingListener {
  private final ModelMetrics metrics;
  private final Runnable whenClosed;
  private volatile boolean warm;

  VersionListener(ModelMetrics metrics, Runnable whenClosed) {
    this.metrics = metrics;
    this.whenClosed = whenClosed;
  }

  /** From now on everything counts. */
  void warm() {
    warm = true;
  }

  boolean isWarm() {
    return warm;
  }

  @Override
  public void waited(long nanos) {
    if (warm) {
      metrics.waited(nanos);
    }
  }

  @Override
  public void scored(int acts, long tokenizingNanos, long inferenceNanos) {
    if (warm) {
      metrics.scored(acts, tokenizingNanos, inferenceNanos);
    }
  }

  @Override
  public void dropped() {
    if (warm) {
      metrics.dropped();
    }
  }

  @Override
  public void retried() {
    if (warm) {
      metrics.retried();
    }
  }

  @Override
  public void replaced() {
    if (warm) {
      metrics.replaced();
    }
  }

  @Override
  public void closed() {
    whenClosed.run();
  }
}

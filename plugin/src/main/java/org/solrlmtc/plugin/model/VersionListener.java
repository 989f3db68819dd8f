package org.solrlmtc.plugin.model;

import org.solrlmtc.core.serve.ServingListener;

/**
 * Forwards what a version of a model does to the model's metrics. The warm-up text is not counted,
 * because no request sent it.
 */
final class VersionListener implements ServingListener {
  private final ModelMetrics metrics;
  private final Runnable onClosed;
  private volatile boolean warm;

  VersionListener(ModelMetrics metrics, Runnable onClosed) {
    this.metrics = metrics;
    this.onClosed = onClosed;
  }

  /** Called after the warm-up: from now on everything is counted. */
  void markWarm() {
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
  public void scored(int acts, long tokenizationNanos, long inferenceNanos) {
    if (warm) {
      metrics.scored(acts, tokenizationNanos, inferenceNanos);
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
    onClosed.run();
  }
}

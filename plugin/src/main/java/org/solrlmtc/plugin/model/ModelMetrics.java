package org.solrlmtc.plugin.model;

import com.codahale.metrics.Gauge;
import com.codahale.metrics.Histogram;
import com.codahale.metrics.Meter;
import com.codahale.metrics.Sampling;
import com.codahale.metrics.Snapshot;
import com.codahale.metrics.Timer;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.solr.core.SolrInfoBean;
import org.apache.solr.metrics.SolrMetricManager;
import org.apache.solr.metrics.SolrMetricProducer;
import org.apache.solr.metrics.SolrMetricsContext;

/**
 * The metrics of a model on this node, in Solr's registry {@code solr.node} with the prefix {@code
 * UPDATE.lmtc/MODEL.}. The scope must also be a valid JMX name, because Solr reports to JMX.
 */
public final class ModelMetrics implements AutoCloseable {
  private static final double NANOS_PER_MILLI = TimeUnit.MILLISECONDS.toNanos(1);

  /**
   * Replaces a dot, which would end the scope. Bundle names cannot contain it, so that scopes stay
   * unique.
   */
  private static final char DOT_REPLACEMENT = '~';

  private final SolrMetricsContext context;
  private final String scope;
  private final Timer queueWait;
  private final Timer tokenization;
  private final Timer inference;
  private final Histogram batchSize;
  private final Meter scored;
  private final Meter batches;
  private final Meter dropped;
  private final Meter retried;
  private final Meter abandoned;
  private final Set<Model> openVersions = ConcurrentHashMap.newKeySet();
  private final Runnable onVersionClosed;

  /**
   * Registers the metrics of a model.
   *
   * @param current the version that serves, if any
   * @param onVersionClosed called after a version is closed
   */
  ModelMetrics(
      SolrMetricManager manager,
      String model,
      Supplier<Optional<Model>> current,
      Runnable onVersionClosed) {
    this.onVersionClosed = onVersionClosed;
    this.context =
        new SolrMetricsContext(
            manager,
            SolrMetricManager.getRegistryName(SolrInfoBean.Group.node),
            SolrMetricProducer.getUniqueMetricTag(this, null));
    this.scope = "lmtc/" + model.replace('.', DOT_REPLACEMENT);
    this.queueWait = context.timer("queueWait", category(), scope);
    this.tokenization = context.timer("tokenization", category(), scope);
    this.inference = context.timer("inference", category(), scope);
    this.batchSize = context.histogram("batchSize", category(), scope);
    this.scored = meter("scored");
    this.batches = meter("batches");
    this.dropped = meter("dropped");
    this.retried = meter("retried");
    this.abandoned = meter("abandoned");
    gauge("queueDepth", () -> current.get().map(Model::queueDepth).orElse(0));
    gauge("stuckThreads", this::stuckThreads);
    gauge("requests", () -> current.get().map(Model::leases).orElse(0));
    gauge("openVersions", this::openVersions);
    gauge("model", () -> current.get().map(Model::id).orElse(""));
    gauge("device", () -> current.get().map(Model::device).orElse(""));
  }

  private static String category() {
    return SolrInfoBean.Category.UPDATE.toString();
  }

  private Meter meter(String name) {
    return context.meter(name, category(), scope);
  }

  private void gauge(String name, Gauge<?> gauge) {
    context.gauge(gauge, true, name, category(), scope);
  }

  /** A version of the model is open. */
  void opened(Model version) {
    openVersions.add(version);
  }

  /** A version of the model is closed, and its memory is released. */
  void closed(Model version) {
    openVersions.remove(version);
    onVersionClosed.run();
  }

  /**
   * Number of open versions: the one that serves, and former ones that requests still use or that
   * do not stop computing.
   */
  public int openVersions() {
    return openVersions.size();
  }

  /** Number of threads, of all open versions, whose computation was cancelled and does not stop. */
  public int stuckThreads() {
    return openVersions.stream().mapToInt(Model::stuckThreads).sum();
  }

  void waited(long nanos) {
    queueWait.update(nanos, TimeUnit.NANOSECONDS);
  }

  void scored(int acts, long tokenizationNanos, long inferenceNanos) {
    tokenization.update(tokenizationNanos, TimeUnit.NANOSECONDS);
    inference.update(inferenceNanos, TimeUnit.NANOSECONDS);
    batchSize.update(acts);
    batches.mark();
    scored.mark(acts);
  }

  void dropped() {
    dropped.mark();
  }

  void retried() {
    retried.mark();
  }

  void replaced() {
    abandoned.mark();
  }

  public Map<String, Object> queueWaitMillis() {
    return percentiles(queueWait, NANOS_PER_MILLI);
  }

  public Map<String, Object> tokenizationMillis() {
    return percentiles(tokenization, NANOS_PER_MILLI);
  }

  public Map<String, Object> inferenceMillis() {
    return percentiles(inference, NANOS_PER_MILLI);
  }

  public Map<String, Object> batchSizes() {
    return percentiles(batchSize, 1);
  }

  /** A map, because Solr exports percentiles of a core to Prometheus in no other form. */
  private static Map<String, Object> percentiles(Sampling sampling, double unit) {
    Snapshot snapshot = sampling.getSnapshot();
    Map<String, Object> percentiles = new HashMap<>();
    percentiles.put("p50", snapshot.getMedian() / unit);
    percentiles.put("p95", snapshot.get95thPercentile() / unit);
    percentiles.put("p99", snapshot.get99thPercentile() / unit);
    return percentiles;
  }

  @Override
  public void close() {
    context.unregister();
    context.getMetricManager().clearMetrics(context.getRegistryName(), category(), scope + ".");
  }
}

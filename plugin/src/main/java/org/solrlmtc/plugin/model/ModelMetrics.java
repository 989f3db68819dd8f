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
 * What a model does on this node, in Solr's registry {@code solr.node} under {@code
 * UPDATE.lmtc/MODEL.}. The scope must be fit for JMX, too, where Solr shows metrics as well.
 */
public final class ModelMetrics implements AutoCloseable {
  private static final double NANOS_PER_MILLI = TimeUnit.MILLISECONDS.toNanos(1);

  /**
   * Instead of a dot, which would end the scope; no bundle's name has it, so none meets another.
   */
  private static final char DOT = '~';

  private final SolrMetricsContext context;
  private final String scope;
  private final Timer waiting;
  private final Timer tokenizing;
  private final Timer inference;
  private final Histogram batchSize;
  private final Meter scored;
  private final Meter batches;
  private final Meter dropped;
  private final Meter retried;
  private final Meter abandoned;
  private final Set<Model> openVersions = ConcurrentHashMap.newKeySet();
  private final Runnable whenOneCloses;

  /**
   * Begins to show a model.
   *
   * @param current the version that serves, if any
   * @param whenOneCloses called after a version of it has closed
   */
  ModelMetrics(
      SolrMetricManager manager,
      String model,
      Supplier<Optional<Model>> current,
      Runnable whenOneCloses) {
    this.whenOneCloses = whenOneCloses;
    this.context =
        new SolrMetricsContext(
            manager,
            SolrMetricManager.getRegistryName(SolrInfoBean.Group.node),
            SolrMetricProducer.getUniqueMetricTag(this, null));
    this.scope = "lmtc/" + model.replace('.', DOT);
    this.waiting = context.timer("waiting", category(), scope);
    this.tokenizing = context.timer("tokenizing", category(), scope);
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

  /** A version of the model is closed, and its memory free. */
  void closed(Model version) {
    openVersions.remove(version);
    whenOneCloses.run();
  }

  /** The version that serves, and former ones that requests still use or that do not stop. */
  public int openVersions() {
    return openVersions.size();
  }

  /** How many threads of all open versions compute for nobody and do not stop. */
  public int stuckThreads() {
    return openVersions.stream().mapToInt(Model::stuckThreads).sum();
  }

  void waited(long nanos) {
    waiting.update(nanos, TimeUnit.NANOSECONDS);
  }

  void scored(int acts, long tokenizingNanos, long inferenceNanos) {
    tokenizing.update(tokenizingNanos, TimeUnit.NANOSECONDS);
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

  public Map<String, Object> waitingMillis() {
    return percentiles(waiting, NANOS_PER_MILLI);
  }

  public Map<String, Object> tokenizingMillis() {
    return percentiles(tokenizing, NANOS_PER_MILLI);
  }

  public Map<String, Object> inferenceMillis() {
    return percentiles(inference, NANOS_PER_MILLI);
  }

  public Map<String, Object> batchSizes() {
    return percentiles(batchSize, 1);
  }

  /** A map of numbers is the one form in which Solr passes percentiles of a core to Prometheus. */
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

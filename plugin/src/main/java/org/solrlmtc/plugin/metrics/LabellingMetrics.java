package org.solrlmtc.plugin.metrics;

import com.codahale.metrics.Gauge;
import com.codahale.metrics.Histogram;
import com.codahale.metrics.Meter;
import com.codahale.metrics.Timer;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.apache.solr.core.SolrCore;
import org.apache.solr.core.SolrInfoBean;
import org.apache.solr.metrics.SolrMetricsContext;
import org.solrlmtc.core.reference.Signal;
import org.solrlmtc.plugin.model.CoreModels;
import org.solrlmtc.plugin.model.Model;
import org.solrlmtc.plugin.model.ModelMetrics;
import org.solrlmtc.plugin.model.NodeModels;

/**
 * The metrics of labelling in a core, in the core's registry with the prefix {@code UPDATE.lmtc.}.
 * Category and types are those that Solr exports to Prometheus: meters, gauges and timers.
 */
public final class LabellingMetrics {
  private static final String SCOPE = "lmtc";
  private static final int SCORE_RANGES = 10;

  private final SolrMetricsContext context;
  private final Timer labelling;
  private final Meter documents;
  private final Meter fallbacks;
  private final Meter labels;
  private final Meter withoutLabels;
  private final Meter otherLanguage;
  private final Histogram labelsPerDocument;
  private final Meter[] scores = new Meter[SCORE_RANGES];
  private final DriftMetrics drift = new DriftMetrics();
  private volatile boolean versionsDiffer;
  private final Map<FailureReason, Meter> failures = new EnumMap<>(FailureReason.class);

  public LabellingMetrics(SolrCore core, String model) {
    this.context = core.getSolrMetricsContext().getChildContext(this);
    this.labelling = context.timer("labelling", category(), SCOPE);
    this.documents = meter("documents");
    this.fallbacks = meter("fallbacks");
    this.labels = meter("labels");
    this.withoutLabels = meter("withoutLabels");
    this.otherLanguage = meter("otherLanguage");
    this.labelsPerDocument = context.histogram("labelsPerDocument", category(), SCOPE);
    for (int range = 0; range < SCORE_RANGES; range++) {
      scores[range] = meter("scoresFrom" + range * 100 / SCORE_RANGES);
    }
    for (FailureReason reason : FailureReason.values()) {
      failures.put(reason, meter(reason.metric()));
    }
    for (Signal signal : Signal.values()) {
      gauge(signal.key(), () -> drift.gauge(signal));
    }
    NodeModels node = CoreModels.of(core).node();
    gauge(
        "model",
        () -> {
          Map<String, Object> id = new HashMap<>();
          node.current(model).ifPresent(current -> id.put(current.id(), 1));
          return id;
        });
    gauge("versionsDiffer", () -> versionsDiffer ? 1 : 0);
    gauge("stuckThreads", () -> node.metrics(model).map(ModelMetrics::stuckThreads).orElse(0));
    gauge("openVersions", () -> node.metrics(model).map(ModelMetrics::openVersions).orElse(0));
    gauge("queueDepth", () -> node.current(model).map(Model::queueDepth).orElse(0));
    gauge("queueWaitMillis", percentiles(node, model, ModelMetrics::queueWaitMillis));
    gauge("tokenizationMillis", percentiles(node, model, ModelMetrics::tokenizationMillis));
    gauge("inferenceMillis", percentiles(node, model, ModelMetrics::inferenceMillis));
    gauge("batchSize", percentiles(node, model, ModelMetrics::batchSizes));
  }

  public SolrMetricsContext context() {
    return context;
  }

  private static Gauge<Map<String, Object>> percentiles(
      NodeModels node, String model, Function<ModelMetrics, Map<String, Object>> metric) {
    return () -> node.metrics(model).map(metric).orElseGet(HashMap::new);
  }

  private static String category() {
    return SolrInfoBean.Category.UPDATE.toString();
  }

  private Meter meter(String name) {
    return context.meter(name, category(), SCOPE);
  }

  private void gauge(String name, Gauge<?> gauge) {
    context.gauge(gauge, true, name, category(), SCOPE);
  }

  /** The versions of the model on the nodes of the collection were compared. */
  public void versionsDiffer(boolean differ) {
    versionsDiffer = differ;
  }

  /** A document with text was labelled or refused. */
  public void took(long nanos) {
    documents.mark();
    labelling.update(nanos, TimeUnit.NANOSECONDS);
  }

  /** A model labelled a document; its labels, possibly none, have these scores. */
  public void labelled(List<Float> labelScores) {
    labels.mark(labelScores.size());
    if (labelScores.isEmpty()) {
      withoutLabels.mark();
    }
    labelsPerDocument.update(labelScores.size());
    for (float score : labelScores) {
      scores[Math.min(SCORE_RANGES - 1, (int) (score * SCORE_RANGES))].mark();
    }
  }

  /** A document is in a language that the model does not read. */
  public void otherLanguage() {
    otherLanguage.mark();
  }

  public DriftMetrics drift() {
    return drift;
  }

  public void labelledByFallback() {
    fallbacks.mark();
  }

  public void failed(FailureReason reason) {
    failures.get(reason).mark();
  }
}

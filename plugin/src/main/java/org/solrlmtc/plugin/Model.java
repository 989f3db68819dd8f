package org.solrlmtc.plugin;

import java.lang.invoke.MethodHandles;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.core.bundle.BundleException;
import org.solrlmtc.core.bundle.BundleManifest;
import org.solrlmtc.core.bundle.ModelBundle;
import org.solrlmtc.core.bundle.Scorers;
import org.solrlmtc.core.explain.Explanation;
import org.solrlmtc.core.score.LabelScorer;
import org.solrlmtc.core.score.LabelScores;
import org.solrlmtc.core.score.ScoredLabel;
import org.solrlmtc.core.score.ScoringException;
import org.solrlmtc.core.serve.BatchingScorer;
import org.solrlmtc.core.serve.PendingScores;
import org.solrlmtc.core.serve.QueueSettings;
import org.solrlmtc.core.serve.ServingListener;
import org.solrlmtc.core.thesaurus.HierarchyPaths;

/**
 * One version of a model, open: its scorer behind a queue, and what is derived from its thesaurus.
 * It closes when it is retired and the last lease has ended.
 */
final class Model {
  private static final Logger log = LoggerFactory.getLogger(MethodHandles.lookup().lookupClass());

  private static final Duration WARM_UP = Duration.ofSeconds(60);
  private static final int WARM_UP_LABELS = 500;

  private final ModelBundle bundle;
  private final HierarchyPaths paths;
  private final boolean explains;
  private final String device;
  private final BatchingScorer scorer;
  private final ModelMetrics metrics;
  private final Instant opened = Instant.now();
  private final AtomicInteger leases = new AtomicInteger();
  private boolean retired;

  /** False while the first text is scored. */
  private volatile boolean warm;

  /** What a version does counts for its model; the text that warms it up is nobody's. */
  private final class Report implements ServingListener {
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
    public void abandoned() {
      if (warm) {
        metrics.abandoned();
      }
    }

    @Override
    public void closed() {
      log.info("model {} is closed", id());
      metrics.closed(Model.this);
    }
  }

  private Model(ModelBundle bundle, LabelScorer scorer, ModelMetrics metrics) {
    this.bundle = bundle;
    this.paths = new HierarchyPaths(bundle.thesaurus());
    this.explains = scorer.explains();
    this.device = scorer.device();
    this.metrics = metrics;
    this.scorer =
        new BatchingScorer(
            bundle.manifest().name(),
            scorer,
            QueueSettings.ofThisProcess(),
            leases::get,
            new Report());
  }

  /**
   * Opens a bundle, checks it and lets it score something.
   *
   * @throws BundleException naming what is wrong with it
   */
  static Model open(Path folder, String name, ModelMetrics metrics) {
    ModelBundle bundle = ModelBundle.open(folder, name);
    LabelScorer scorer = Scorers.open(bundle);
    Model model = null;
    try {
      model = new Model(bundle, scorer, metrics);
    } finally {
      if (model == null) {
        scorer.close();
      }
    }
    metrics.opened(model);
    try {
      model.warmUp();
    } catch (RuntimeException e) {
      throw new BundleException(
          "model '" + model.id() + "' fails on a first text: " + e.getMessage(), e);
    } finally {
      if (!model.warm) {
        model.scorer.close();
      }
    }
    return model;
  }

  /** The first text takes longer than others: no request shall wait for that. */
  private void warmUp() {
    String names =
        bundle.labels().ids().stream()
            .limit(WARM_UP_LABELS)
            .map(id -> bundle.thesaurus().concept(id).orElseThrow().descriptor())
            .collect(Collectors.joining(". "));
    LegalAct act = new LegalAct("", "", "", names, names, List.of(names), names);
    manifest().decision().decide(score(act, WARM_UP));
    warm = true;
  }

  BundleManifest manifest() {
    return bundle.manifest();
  }

  ModelBundle bundle() {
    return bundle;
  }

  HierarchyPaths paths() {
    return paths;
  }

  /** As written beside the labels. */
  String id() {
    return bundle.id();
  }

  /** Where the model computes: {@code cpu} or the name of another device. */
  String device() {
    return device;
  }

  Instant opened() {
    return opened;
  }

  /** How many acts wait. */
  int queueDepth() {
    return scorer.depth();
  }

  /** How many threads are held by computations that nobody waits for and that do not stop. */
  int stuckThreads() {
    return scorer.abandoned();
  }

  /** How many requests use it now. */
  int leases() {
    return leases.get();
  }

  /**
   * Scores an act.
   *
   * @throws ScoringException when it cannot be scored within this time
   */
  LabelScores score(LegalAct act, Duration limit) {
    return scorer.score(act, limit);
  }

  /** Begins to score an act whose turn has not come yet, if there is room for that. */
  Optional<PendingScores> scoreEarly(LegalAct act) {
    return scorer.handOverEarly(act);
  }

  /**
   * Scores acts in the background, in their order.
   *
   * @param limit of each act
   */
  List<LabelScores> scoreAll(List<LegalAct> acts, Duration limit) {
    return scorer.scoreAll(acts, limit);
  }

  /** Whether the model can tell the passages behind its labels. */
  boolean explains() {
    return explains;
  }

  /**
   * The passages behind some labels of an act, in the labels' order.
   *
   * @param passages at most so many a label
   * @throws ScoringException when the model cannot tell, or not within this time
   */
  List<Explanation> explain(LegalAct act, List<ScoredLabel> labels, int passages, Duration limit) {
    if (!explains) {
      throw new ScoringException(cannotExplain());
    }
    return scorer.perform(any -> Explanation.of(act, labels, any, passages), limit);
  }

  /** Says so of a model that does not {@link #explains}. */
  String cannotExplain() {
    return "model '"
        + id()
        + "' cannot explain its labels: its method '"
        + manifest().method()
        + "' does not tell passages";
  }

  /** Empty when the model is closed. */
  synchronized Optional<Lease> lease() {
    if (retired && leases.get() == 0) {
      return Optional.empty();
    }
    leases.incrementAndGet();
    return Optional.of(new Lease(this));
  }

  /** Called by a lease. */
  void endLease() {
    boolean last;
    synchronized (this) {
      last = leases.decrementAndGet() == 0 && retired;
    }
    if (last) {
      scorer.close();
    }
  }

  /** Closes the model as soon as no request uses it. */
  void retire() {
    boolean unused;
    synchronized (this) {
      unused = !retired && leases.get() == 0;
      retired = true;
    }
    if (unused) {
      scorer.close();
    }
  }
}

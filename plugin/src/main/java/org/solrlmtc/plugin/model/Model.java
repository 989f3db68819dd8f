package org.solrlmtc.plugin.model;

import java.lang.invoke.MethodHandles;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
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
import org.solrlmtc.core.serve.PendingResult;
import org.solrlmtc.core.serve.QueueSettings;
import org.solrlmtc.core.thesaurus.HierarchyPaths;

/**
 * One version of a model, open: its scorer behind a queue, and what is derived from its thesaurus.
 * It closes when it is retired and the last lease has ended.
 */
public final class Model {
  private static final Logger log = LoggerFactory.getLogger(MethodHandles.lookup().lookupClass());

  private static final Duration WARM_UP = Duration.ofSeconds(60);
  private static final int WARM_UP_LABELS = 500;

  private final ModelBundle bundle;
  private final HierarchyPaths paths;
  private final boolean explains;
  private final String device;
  private final BatchingScorer scorer;
  private final VersionListener listener;
  private final Instant opened = Instant.now();
  private final LeaseCounter leases = new LeaseCounter();

  private Model(ModelBundle bundle, LabelScorer scorer, ModelMetrics metrics) {
    this.bundle = bundle;
    this.paths = new HierarchyPaths(bundle.thesaurus());
    this.explains = scorer.explains();
    this.device = scorer.device();
    this.listener =
        new VersionListener(
            metrics,
            () -> {
              log.info("model {} is closed", id());
              metrics.closed(this);
            });
    this.scorer =
        new BatchingScorer(
            bundle.manifest().name(),
            scorer,
            QueueSettings.ofThisProcess(),
            leases::count,
            listener);
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
      if (!model.listener.isWarm()) {
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
    listener.warm();
  }

  public BundleManifest manifest() {
    return bundle.manifest();
  }

  public ModelBundle bundle() {
    return bundle;
  }

  public HierarchyPaths paths() {
    return paths;
  }

  /** As written beside the labels. */
  public String id() {
    return bundle.id();
  }

  /** Where the model computes: {@code cpu} or the name of another device. */
  public String device() {
    return device;
  }

  public Instant opened() {
    return opened;
  }

  /** How many acts wait. */
  public int queueDepth() {
    return scorer.depth();
  }

  /** How many threads are held by computations that nobody waits for and that do not stop. */
  int stuckThreads() {
    return scorer.stuckThreads();
  }

  /** How many requests use it now. */
  public int leases() {
    return leases.count();
  }

  /**
   * Scores an act.
   *
   * @throws ScoringException when it cannot be scored within this time
   */
  public LabelScores score(LegalAct act, Duration limit) {
    return scorer.score(act, limit);
  }

  /** Queues an act ahead of its turn, if there is room for that. */
  public Optional<PendingResult<LabelScores>> prefetch(LegalAct act) {
    return scorer.prefetch(act);
  }

  /**
   * Scores acts in the background, in their order.
   *
   * @param limit per act
   */
  public List<LabelScores> scoreAll(List<LegalAct> acts, Duration limit) {
    return scorer.scoreAll(acts, limit);
  }

  /** Whether the model can tell the passages behind its labels. */
  public boolean explains() {
    return explains;
  }

  /**
   * The passages behind some labels of an act, in the labels' order.
   *
   * @param passages how many per label at most
   * @throws ScoringException when the model cannot tell, or not within this time
   */
  public List<Explanation> explain(
      LegalAct act, List<ScoredLabel> labels, int passages, Duration limit) {
    if (!explains) {
      throw new ScoringException(cannotExplain());
    }
    return scorer.perform(any -> Explanation.of(act, labels, any, passages), limit);
  }

  /** Says so of a model that does not {@link #explains}. */
  public String cannotExplain() {
    return "model '" + id() + "' cannot explain its labels (method '" + manifest().method() + "')";
  }

  /** Empty when the model is closed. */
  Optional<Lease> lease() {
    return leases.tryAcquire() ? Optional.of(new Lease(this)) : Optional.empty();
  }

  /** Called by a lease. */
  void endLease() {
    if (leases.release()) {
      scorer.close();
    }
  }

  /** Closes the model as soon as no request uses it. */
  void retire() {
    if (leases.retire()) {
      scorer.close();
    }
  }
}

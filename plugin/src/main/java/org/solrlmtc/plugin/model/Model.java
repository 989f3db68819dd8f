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
import org.solrlmtc.core.language.LanguageIdentifier;
import org.solrlmtc.core.score.ActMemory;
import org.solrlmtc.core.score.LabelScorer;
import org.solrlmtc.core.score.LabelScores;
import org.solrlmtc.core.score.ScoredLabel;
import org.solrlmtc.core.score.ScoringException;
import org.solrlmtc.core.serve.BatchingScorer;
import org.solrlmtc.core.serve.PendingResult;
import org.solrlmtc.core.serve.QueueSettings;
import org.solrlmtc.core.serve.Requester;
import org.solrlmtc.core.thesaurus.HierarchyPaths;

/**
 * One open version of a model: its scorer behind a queue, and the hierarchy paths of its thesaurus.
 * It is closed when it is retired and its last lease has ended.
 */
public final class Model {
  private static final Logger log = LoggerFactory.getLogger(MethodHandles.lookup().lookupClass());

  private static final Duration WARM_UP = Duration.ofSeconds(60);
  private static final int WARM_UP_LABELS = 500;

  private final ModelBundle bundle;
  private final Optional<ActMemory> memory;
  private final HierarchyPaths paths;
  private final LanguageIdentifier language;
  private final boolean explains;
  private final String device;
  private final BatchingScorer scorer;
  private final VersionListener listener;
  private final Instant opened = Instant.now();
  private final LeaseCounter leases = new LeaseCounter();

  private Model(
      ModelBundle bundle, LabelScorer scorer, ModelMetrics metrics, Optional<ActMemory> memory) {
    this.bundle = bundle;
    this.memory = memory;
    this.paths = new HierarchyPaths(bundle.thesaurus());
    this.language = new LanguageIdentifier(bundle.manifest().languages());
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
   * Opens a bundle, checks it and scores a first text.
   *
   * @throws BundleException naming what is wrong with the bundle
   */
  static Model open(Path folder, String name, ModelMetrics metrics, ModelMemories memories) {
    Scorers.Opened opened = Scorers.open(folder, name);
    Model model = null;
    try {
      Optional<ActMemory> memory =
          opened
              .scorer()
              .learning()
              .map(learning -> memories.attach(opened.bundle().manifest().name(), learning));
      model = new Model(opened.bundle(), opened.scorer(), metrics, memory);
    } finally {
      if (model == null) {
        opened.scorer().close();
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

  /** Scores a first text, which takes longer than later ones, so that no request waits for it. */
  private void warmUp() {
    String names =
        bundle.labels().ids().stream()
            .limit(WARM_UP_LABELS)
            .map(id -> bundle.thesaurus().concept(id).orElseThrow().descriptor())
            .collect(Collectors.joining(". "));
    LegalAct act = new LegalAct("", "", "", names, names, List.of(names), names);
    manifest().decision().decide(score(Requester.INDEXING, act, WARM_UP));
    otherLanguage(act);
    listener.markWarm();
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

  /** Name, version and digest, as in the output field {@code model}. */
  public String id() {
    return bundle.id();
  }

  /**
   * The language of an act that the model does not read; empty for other acts, and if the bundle
   * does not have the languages that it reads.
   */
  public Optional<String> otherLanguage(LegalAct act) {
    return language.otherLanguage(act);
  }

  /** The acts that the model learned while it serves; empty if its method cannot learn so. */
  public Optional<ActMemory> memory() {
    return memory;
  }

  /** The device of the model: {@code cpu} or the name of another one. */
  public String device() {
    return device;
  }

  public Instant opened() {
    return opened;
  }

  /** Number of acts in the queue. */
  public int queueDepth() {
    return scorer.depth();
  }

  /** Number of threads whose computation was cancelled and does not stop. */
  int stuckThreads() {
    return scorer.stuckThreads();
  }

  /** Number of requests that use this version now. */
  public int leases() {
    return leases.count();
  }

  /**
   * Scores an act.
   *
   * @throws ScoringException when it cannot be scored within the time limit
   */
  public LabelScores score(Requester requester, LegalAct act, Duration limit) {
    return scorer.score(requester, act, limit);
  }

  /** Queues an act for look-ahead; empty when the limit of prefetched acts is reached. */
  public Optional<PendingResult<LabelScores>> prefetch(LegalAct act) {
    return scorer.prefetch(act);
  }

  /**
   * Scores acts for readers in the background.
   *
   * @param limit per act
   * @return one result per act, in the order given
   */
  public List<LabelScores> scoreAll(List<LegalAct> acts, Duration limit) {
    return scorer.scoreAll(acts, limit);
  }

  /** Whether the model can explain its labels. */
  public boolean explains() {
    return explains;
  }

  /**
   * Explains labels of an act by passages of its text, one explanation per label.
   *
   * @param passages maximum number of passages per label
   * @throws ScoringException when the model cannot explain, or not within the time limit
   */
  public List<Explanation> explain(
      Requester requester, LegalAct act, List<ScoredLabel> labels, int passages, Duration limit) {
    if (!explains) {
      throw new ScoringException(cannotExplain());
    }
    return scorer.perform(
        requester, labelScorer -> Explanation.of(act, labels, labelScorer, passages), limit);
  }

  /** The message about a model that does not {@linkplain #explains explain}. */
  public String cannotExplain() {
    return "model '" + id() + "' cannot explain its labels (method '" + manifest().method() + "')";
  }

  /** Empty when this version is closed. */
  Optional<Lease> lease() {
    return leases.tryAcquire() ? Optional.of(new Lease(this)) : Optional.empty();
  }

  /** Called by a lease. */
  void endLease() {
    if (leases.release()) {
      scorer.close();
    }
  }

  /** Closes this version as soon as no request uses it. */
  void retire() {
    if (leases.retire()) {
      scorer.close();
    }
  }
}

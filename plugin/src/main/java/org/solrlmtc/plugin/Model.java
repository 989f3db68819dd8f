package org.solrlmtc.plugin;

import java.util.List;
import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.core.bundle.BundleManifest;
import org.solrlmtc.core.bundle.ModelBundle;
import org.solrlmtc.core.bundle.Scorers;
import org.solrlmtc.core.score.ExplainingScorer;
import org.solrlmtc.core.score.Explanation;
import org.solrlmtc.core.score.LabelScorer;
import org.solrlmtc.core.score.LabelScores;
import org.solrlmtc.core.score.ScoredLabel;
import org.solrlmtc.core.score.ScoringException;
import org.solrlmtc.core.thesaurus.HierarchyPaths;

/** An open bundle: its scorer and what is derived from its thesaurus. */
final class Model implements AutoCloseable {
  private final ModelBundle bundle;
  private final LabelScorer scorer;
  private final HierarchyPaths paths;

  Model(ModelBundle bundle) {
    this.bundle = bundle;
    this.paths = new HierarchyPaths(bundle.thesaurus());
    this.scorer = Scorers.open(bundle);
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

  /** Name and version, as written beside the labels. */
  String id() {
    return manifest().name() + "/" + manifest().version();
  }

  LabelScores score(LegalAct act) {
    return score(List.of(act)).get(0);
  }

  List<LabelScores> score(List<LegalAct> acts) {
    return scorer.score(acts);
  }

  /** Where the model computes: {@code cpu} or the name of another device. */
  String device() {
    return scorer.device();
  }

  /** The labels that the bundle's own decision rule assigns, in rank order. */
  List<ScoredLabel> label(LegalAct act) {
    return manifest().decision().decide(score(act));
  }

  /** Whether the model can tell the passages behind its labels. */
  boolean explains() {
    return scorer instanceof ExplainingScorer;
  }

  /**
   * The passages behind some labels of an act, in the labels' order.
   *
   * @throws ScoringException when the model cannot tell
   */
  List<Explanation> explain(LegalAct act, List<ScoredLabel> labels, int limit) {
    if (!(scorer instanceof ExplainingScorer explaining)) {
      throw new ScoringException(cannotExplain());
    }
    return Explanation.of(act, labels, explaining, limit);
  }

  /** Says so of a model that does not {@link #explains}. */
  String cannotExplain() {
    return "model '"
        + id()
        + "' cannot explain its labels: its method '"
        + manifest().method()
        + "' does not tell passages";
  }

  @Override
  public void close() {
    scorer.close();
  }
}

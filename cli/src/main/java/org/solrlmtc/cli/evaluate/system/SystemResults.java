package org.solrlmtc.cli.evaluate.system;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.solrlmtc.cli.evaluate.data.EvaluationLabels;
import org.solrlmtc.cli.evaluate.data.GoldSet;
import org.solrlmtc.core.bundle.BundleManifest;
import org.solrlmtc.core.bundle.ModelBundle;
import org.solrlmtc.core.eval.ActPredictions;
import org.solrlmtc.core.eval.EvaluationSettings;
import org.solrlmtc.core.thesaurus.Thesaurus;

/**
 * A system and its results.
 *
 * @param all over all acts
 * @param rest without near duplicates of training acts, if they were searched
 */
public record SystemResults(
    LabellingSystem system, SystemEvaluator all, Optional<SystemEvaluator> rest) {

  /**
   * What to measure.
   *
   * @param ks cut-offs of the ranking measures
   * @param thesaurus the hierarchy for hierarchical measures
   * @param byAct whether to keep the results of each act
   */
  public record Request(
      GoldSet gold,
      EvaluationLabels labels,
      List<Integer> ks,
      Optional<Thesaurus> thesaurus,
      boolean byAct) {}

  /**
   * Computes the predictions of a system and measures them.
   *
   * @param listener receives the predictions of every act as well
   */
  public static SystemResults measure(
      LabellingSystem system, Request request, Consumer<ActPredictions> listener)
      throws IOException {
    GoldSet gold = request.gold();
    SystemEvaluator all = measurement(system, request);
    Optional<SystemEvaluator> rest =
        gold.comparedWithTraining() ? Optional.of(measurement(system, request)) : Optional.empty();
    int depth = EvaluationSettings.of(request.labels().set()).withKs(request.ks()).depth();
    system.predict(
        gold,
        request.labels().set(),
        depth,
        act -> {
          GoldSet.GoldAct expected = gold.acts().get(act.act());
          all.add(act, expected.concepts());
          if (!expected.nearDuplicate()) {
            rest.ifPresent(measurement -> measurement.add(act, expected.concepts()));
          }
          listener.accept(act);
        });
    return new SystemResults(system, all, rest);
  }

  private static SystemEvaluator measurement(LabellingSystem system, Request request) {
    return new SystemEvaluator(
        request.labels().set(),
        request.ks(),
        system.bundle().map(ModelBundle::manifest).map(BundleManifest::decision),
        request.thesaurus(),
        request.byAct());
  }
}

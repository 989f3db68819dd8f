package org.solrlmtc.cli.evaluate.system;

import java.io.IOException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.solrlmtc.cli.evaluate.data.Breakdown;
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
 * @param parts by breakdown, in the order of the parts
 */
public record SystemResults(
    LabellingSystem system,
    SystemEvaluator all,
    Optional<SystemEvaluator> rest,
    Map<Breakdown, SortedMap<Breakdown.Part, SystemEvaluator>> parts) {

  /**
   * What to measure.
   *
   * @param ks cut-offs of the ranking measures
   * @param thesaurus the hierarchy for hierarchical measures
   * @param byAct whether to keep the results of each act
   * @param breakdowns further results, of parts of the acts
   */
  public record Request(
      GoldSet gold,
      EvaluationLabels labels,
      List<Integer> ks,
      Optional<Thesaurus> thesaurus,
      boolean byAct,
      Set<Breakdown> breakdowns) {}

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
    Map<Breakdown, SortedMap<Breakdown.Part, SystemEvaluator>> parts =
        new EnumMap<>(Breakdown.class);
    request.breakdowns().forEach(breakdown -> parts.put(breakdown, new TreeMap<>()));
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
          parts.forEach(
              (breakdown, evaluators) ->
                  evaluators
                      .computeIfAbsent(breakdown.part(expected), part -> partOf(system, request))
                      .add(act, expected.concepts()));
          listener.accept(act);
        });
    return new SystemResults(system, all, rest, parts);
  }

  /** Parts have neither hierarchical measures nor results by act. */
  private static SystemEvaluator partOf(LabellingSystem system, Request request) {
    return measurement(
        system,
        new Request(
            request.gold(), request.labels(), request.ks(), Optional.empty(), false, Set.of()));
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

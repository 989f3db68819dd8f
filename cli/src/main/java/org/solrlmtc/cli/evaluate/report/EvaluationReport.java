package org.solrlmtc.cli.evaluate.report;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.solrlmtc.cli.evaluate.data.Breakdown;
import org.solrlmtc.cli.evaluate.data.EvaluationLabels;
import org.solrlmtc.cli.evaluate.data.GoldSet;
import org.solrlmtc.cli.evaluate.system.LabellingSystem;
import org.solrlmtc.cli.evaluate.system.SystemEvaluator;
import org.solrlmtc.cli.evaluate.system.SystemResults;
import org.solrlmtc.cli.report.Plot;
import org.solrlmtc.cli.report.Report;
import org.solrlmtc.cli.report.Table;
import org.solrlmtc.core.bundle.BundleManifest;
import org.solrlmtc.core.bundle.ModelBundle;
import org.solrlmtc.core.eval.Evaluation;
import org.solrlmtc.core.eval.EvaluationGroup;
import org.solrlmtc.core.eval.Measure;
import org.solrlmtc.core.eval.significance.Bootstrap;

/**
 * The results of one system, in all output formats.
 *
 * @param results over all acts
 * @param rest without near duplicates of training acts, if they were searched
 * @param parts by breakdown, in the order of the parts
 * @param intervals may be empty
 */
public record EvaluationReport(
    LabellingSystem system,
    GoldSet gold,
    EvaluationLabels labels,
    Results results,
    Optional<Results> rest,
    Map<Breakdown, Map<String, Results>> parts,
    List<Bootstrap.Interval> intervals) {

  /**
   * @param paper under the paper's decision rule
   * @param own under the system's own rule, if it has one
   */
  public record Results(Evaluation paper, Optional<Evaluation> own) {
    static Results of(SystemEvaluator evaluator) {
      return new Results(evaluator.underPaperRule(), evaluator.underOwnRule());
    }

    /** The results under the rule that is used in practice: the system's own, if it has one. */
    Evaluation assigned() {
      return own.orElse(paper);
    }
  }

  public static EvaluationReport of(
      SystemResults measured,
      GoldSet gold,
      EvaluationLabels labels,
      List<Bootstrap.Interval> intervals) {
    return new EvaluationReport(
        measured.system(),
        gold,
        labels,
        Results.of(measured.all()),
        measured.rest().map(Results::of),
        parts(measured),
        intervals);
  }

  private static Map<Breakdown, Map<String, Results>> parts(SystemResults measured) {
    Map<Breakdown, Map<String, Results>> parts = new EnumMap<>(Breakdown.class);
    measured
        .parts()
        .forEach(
            (breakdown, evaluators) -> {
              Map<String, Results> results = new LinkedHashMap<>();
              evaluators.forEach(
                  (part, evaluator) -> results.put(part.name(), Results.of(evaluator)));
              parts.put(breakdown, results);
            });
    return parts;
  }

  /** The results under the rule that is used in practice. */
  public Evaluation assigned() {
    return results.assigned();
  }

  /** The text for a terminal. */
  public String toText() {
    StringBuilder text = new StringBuilder();
    facts().forEach(fact -> text.append(fact).append('\n'));
    tables(false).forEach(table -> text.append('\n').append(table.toText()));
    return text.toString();
  }

  /** The JSON for programs. */
  public String toJson() {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("system", system.name());
    system
        .bundle()
        .map(ModelBundle::manifest)
        .ifPresent(manifest -> json.put("bundle", describe(manifest)));
    json.put("data", gold.paths().stream().map(Path::toString).toList());
    json.put("labels", labels.source());
    json.put("goldOutsideLabels", results.paper().goldOutsideLabelSet().size());
    json.putAll(EvaluationJson.results(results.paper(), results.own()));
    rest.ifPresent(
        some -> {
          json.put("nearDuplicates", gold.nearDuplicates());
          json.put("withoutNearDuplicates", EvaluationJson.results(some.paper(), some.own()));
        });
    parts.forEach(
        (breakdown, some) -> {
          Map<String, Object> byPart = new LinkedHashMap<>();
          some.forEach(
              (part, measured) ->
                  byPart.put(part, EvaluationJson.results(measured.paper(), measured.own())));
          json.put("by" + EvaluationTables.title(breakdown), byPart);
        });
    if (!intervals.isEmpty()) {
      json.put("confidence", intervals.stream().map(EvaluationJson::interval).toList());
    }
    return EvaluationJson.print(json);
  }

  /** The page with plots. */
  public Report page() {
    List<Table> tables = new ArrayList<>(tables(true));
    tables.add(EvaluationTables.byFrequency(assigned()));
    tables.add(EvaluationTables.calibration(assigned()));
    return new Report("Evaluation of " + system.name(), facts(), tables, plots());
  }

  private List<String> facts() {
    List<String> facts = new ArrayList<>();
    facts.add(
        "system: "
            + system.name()
            + system.bundle().map(model -> summary(model.manifest())).orElse(""));
    facts.add(
        String.format(Locale.ROOT, "data: %s, %,d acts", gold.name(), results.paper().acts()));
    facts.add(
        String.format(Locale.ROOT, "labels: %,d, from %s", labels.set().size(), labels.source()));
    int outside = results.paper().goldOutsideLabelSet().size();
    if (outside > 0) {
      facts.add(
          String.format(
              Locale.ROOT,
              "%,d gold labels are not among them: they count under 'all', but in no group",
              outside));
    }
    if (rest.isPresent()) {
      facts.add(
          String.format(
              Locale.ROOT, "near duplicates of training acts: %,d", gold.nearDuplicates()));
    }
    return facts;
  }

  private static String summary(BundleManifest manifest) {
    return " (bundle "
        + manifest.name()
        + ", version "
        + manifest.version()
        + ", method "
        + manifest.method()
        + ")";
  }

  private static Map<String, String> describe(BundleManifest manifest) {
    Map<String, String> description = new LinkedHashMap<>();
    description.put("name", manifest.name());
    description.put("version", manifest.version());
    description.put("method", manifest.method());
    return description;
  }

  /**
   * @param full whether to include columns that do not fit a terminal
   */
  private List<Table> tables(boolean full) {
    List<Table> tables = new ArrayList<>(EvaluationTables.of(results.paper(), results.own(), ""));
    rest.ifPresent(
        some ->
            tables.addAll(
                EvaluationTables.of(some.paper(), some.own(), "without near duplicates")));
    parts.forEach(
        (breakdown, some) -> {
          Map<String, Evaluation> assigned = new LinkedHashMap<>();
          some.forEach((part, measured) -> assigned.put(part, measured.assigned()));
          tables.add(EvaluationTables.byPart(breakdown, assigned, cutoff()));
        });
    if (!intervals.isEmpty()) {
      tables.add(EvaluationTables.intervals(intervals));
    }
    tables.add(PublishedResults.table(system.name(), results.paper(), gold.name(), columns(full)));
    return tables;
  }

  /** The paper's cut-off, if it was measured. */
  private int cutoff() {
    List<Integer> ks = results.paper().settings().ks();
    return ks.contains(5) ? 5 : ks.get(0);
  }

  private Predicate<Measure> columns(boolean full) {
    boolean sameGroups = labels.hasGroupsOfBenchmark();
    return measure ->
        measure.group() == EvaluationGroup.ALL
            || (sameGroups && (full || measure.kind() != Measure.Kind.NDCG_AT_K));
  }

  private List<Plot> plots() {
    Map<String, SortedMap<Long, Long>> labelsPerAct = new LinkedHashMap<>();
    labelsPerAct.put("gold", assigned().goldPerAct());
    labelsPerAct.put("assigned", assigned().assignedPerAct());
    return List.of(
        EvaluationPlots.atK(results.paper()),
        EvaluationPlots.byFrequency(assigned()),
        EvaluationPlots.calibration(assigned()),
        EvaluationPlots.labelsPerAct(labelsPerAct),
        EvaluationPlots.concepts(
            "training acts",
            IntStream.range(0, labels.set().size())
                .map(labels.set()::trainingActs)
                .boxed()
                .toList()));
  }
}

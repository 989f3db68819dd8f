package org.solrlmtc.cli.evaluate.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.solrlmtc.cli.evaluate.data.GoldSet;
import org.solrlmtc.cli.evaluate.system.SystemEvaluator;
import org.solrlmtc.cli.evaluate.system.SystemResults;
import org.solrlmtc.cli.report.Report;
import org.solrlmtc.cli.report.Table;
import org.solrlmtc.core.eval.Measure;
import org.solrlmtc.core.eval.significance.EvaluatedRun;
import org.solrlmtc.core.eval.significance.RandomizationTest;

/**
 * The comparison of two systems, in all output formats.
 *
 * @param rows over all acts
 * @param rest without near duplicates of training acts, if they were searched
 */
public record ComparisonReport(
    GoldSet gold, SystemResults a, SystemResults b, List<Row> rows, Optional<List<Row>> rest) {

  /** Fixed, so that p-values are reproducible. */
  private static final long SEED = 1;

  /**
   * @param name the measure, with its decision rule where it is not the paper's
   */
  public record Row(String name, RandomizationTest.Result result) {}

  /** Tests every measure; those for which no act has a gold label are omitted. */
  public static ComparisonReport of(
      GoldSet gold, SystemResults a, SystemResults b, List<Measure> measures, int iterations) {
    return new ComparisonReport(
        gold,
        a,
        b,
        compare(a.all(), b.all(), measures, iterations),
        a.rest().map(rest -> compare(rest, b.rest().orElseThrow(), measures, iterations)));
  }

  private static List<Row> compare(
      SystemEvaluator a, SystemEvaluator b, List<Measure> measures, int iterations) {
    boolean haveRules = a.actsUnderOwnRule().isPresent() || b.actsUnderOwnRule().isPresent();
    List<Row> rows = new ArrayList<>();
    for (Measure measure : measures) {
      test(measure, "", a.actsUnderPaperRule(), b.actsUnderPaperRule(), iterations)
          .ifPresent(rows::add);
      if (haveRules && !measure.kind().isAtK()) {
        test(
                measure,
                ", own rule",
                a.actsUnderOwnRule().orElseGet(a::actsUnderPaperRule),
                b.actsUnderOwnRule().orElseGet(b::actsUnderPaperRule),
                iterations)
            .ifPresent(rows::add);
      }
    }
    return rows;
  }

  private static Optional<Row> test(
      Measure measure, String suffix, EvaluatedRun a, EvaluatedRun b, int iterations) {
    if (Double.isNaN(a.value(measure)) || Double.isNaN(b.value(measure))) {
      return Optional.empty();
    }
    return Optional.of(
        new Row(measure + suffix, RandomizationTest.compare(a, b, measure, iterations, SEED)));
  }

  /** The text for a terminal. */
  public String toText() {
    StringBuilder text = new StringBuilder();
    facts().forEach(fact -> text.append(fact).append('\n'));
    tables().forEach(table -> text.append('\n').append(table.toText()));
    return text.toString();
  }

  /** The JSON for programs. */
  public String toJson() {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("a", a.system().name());
    json.put("b", b.system().name());
    json.put("acts", gold.size());
    json.put("measures", rows.stream().map(ComparisonReport::json).toList());
    rest.ifPresent(
        some -> {
          json.put("nearDuplicates", gold.nearDuplicates());
          json.put("withoutNearDuplicates", some.stream().map(ComparisonReport::json).toList());
        });
    return EvaluationJson.print(json);
  }

  /** The page with plots. */
  public Report page() {
    String nameA = a.system().name();
    String nameB = b.system().name();
    return new Report(
        nameA + " and " + nameB,
        facts(),
        tables(),
        List.of(
            EvaluationPlots.atK(nameA, a.all().underPaperRule(), nameB, b.all().underPaperRule()),
            EvaluationPlots.byFrequency(
                nameA, a.all().underPaperRule(), nameB, b.all().underPaperRule())));
  }

  private List<String> facts() {
    List<String> facts = new ArrayList<>();
    facts.add("A: " + a.system().name());
    facts.add("B: " + b.system().name());
    facts.add(String.format(Locale.ROOT, "data: %s, %,d acts", gold.name(), gold.size()));
    if (rest.isPresent()) {
      facts.add(
          String.format(
              Locale.ROOT, "near duplicates of training acts: %,d", gold.nearDuplicates()));
    }
    return facts;
  }

  private List<Table> tables() {
    List<Table> tables = new ArrayList<>();
    tables.add(table("Comparison", rows));
    rest.ifPresent(some -> tables.add(table("Comparison without near duplicates", some)));
    return tables;
  }

  private static Table table(String title, List<Row> rows) {
    int iterations = rows.stream().mapToInt(row -> row.result().iterations()).max().orElse(0);
    return new Table(
        title,
        "p: two-tailed approximate randomization, "
            + Table.count(iterations)
            + " iterations; a small p means that the difference is unlikely to be random. Labels"
            + " are assigned above a score of 0.5; \"own rule\": by the decision rule of the"
            + " bundle.",
        List.of("measure", "A", "B", "B - A", "acts", "p"),
        rows.stream().map(ComparisonReport::cells).toList());
  }

  private static List<String> cells(Row row) {
    RandomizationTest.Result result = row.result();
    return List.of(
        row.name(),
        Table.share(result.first()),
        Table.share(result.second()),
        String.format(Locale.ROOT, "%+.3f", result.second() - result.first()),
        Table.count(result.acts()),
        String.format(Locale.ROOT, "%.4f", result.p()));
  }

  private static Map<String, Object> json(Row row) {
    RandomizationTest.Result result = row.result();
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("measure", row.name());
    json.put("a", result.first());
    json.put("b", result.second());
    json.put("acts", result.acts());
    json.put("p", result.p());
    json.put("iterations", result.iterations());
    return json;
  }
}

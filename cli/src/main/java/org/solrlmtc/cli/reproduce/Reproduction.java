package org.solrlmtc.cli.reproduce;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.solrlmtc.cli.common.Layout;
import org.solrlmtc.cli.common.ProgramVersion;
import org.solrlmtc.cli.evaluate.data.DatasetStatistics;
import org.solrlmtc.cli.report.Plot;
import org.solrlmtc.cli.report.Report;
import org.solrlmtc.cli.report.Table;
import org.solrlmtc.core.eval.Eurlex57k;
import org.solrlmtc.core.eval.significance.EvaluatedRun;

/**
 * Measures the runs that are there, and makes the page.
 *
 * @param test the test split, if the user has it: the page then has figures on test
 * @param iterations of the randomization tests
 */
record Reproduction(
    Plan plan,
    Path planFile,
    Layout layout,
    Runs runs,
    Path searches,
    DataSet data,
    Optional<Path> test,
    int iterations) {

  /**
   * The page of some tables.
   *
   * @param leftOut what the page lacks, with the reason
   */
  Report page(
      List<Plan.Exhibit> exhibits,
      Selection selection,
      List<Selection.LeftOut> leftOut,
      PrintWriter err)
      throws IOException {
    Map<Plan.Row, RowResult> results = measure(selection, err);
    List<Table> tables = new ArrayList<>();
    List<Plot> plots = new ArrayList<>();
    for (Plan.Exhibit exhibit : exhibits) {
      List<RowResult> rows =
          exhibit.rows().stream().map(results::get).filter(row -> row != null).toList();
      add(exhibit, rows, tables, plots);
    }
    if (!results.isEmpty()) {
      tables.add(trainings(results));
    }
    if (!leftOut.isEmpty()) {
      tables.add(
          new Table(
              "Left out",
              "",
              List.of("what", "why"),
              leftOut.stream().map(item -> List.of(item.what(), item.reason())).toList()));
    }
    return new Report(plan.title(), facts(), tables, plots);
  }

  private String shownSplit() {
    return test.isPresent() ? "test" : "dev";
  }

  private List<String> facts() {
    List<String> facts = new ArrayList<>();
    List<String> splits = new ArrayList<>();
    for (DatasetStatistics set : data.statistics()) {
      splits.add(String.format(Locale.ROOT, "%s (%,d acts)", set.name(), set.acts()));
    }
    facts.add(
        "Data: "
            + String.join(" and ", splits)
            + (data.isBenchmark()
                ? ", " + Eurlex57k.NAME
                : ", which is not EURLEX57K: published figures of it do not compare"));
    facts.add(
        "Ours: on the "
            + shownSplit()
            + " split, through the bundle. Published: on the test split of EURLEX57K, unless a line"
            + " says dev. Labels are assigned above a score of 0.5, as in the paper.");
    facts.add(
        "Several seeds: the mean, ± the standard deviation of a sample. Significance tests take"
            + " the run of each method with the best RP@5 on dev.");
    facts.add("Made by " + ProgramVersion.text());
    return facts;
  }

  private void add(
      Plan.Exhibit exhibit, List<RowResult> rows, List<Table> tables, List<Plot> plots) {
    List<Published> published = Published.of(exhibit, planFile);
    switch (exhibit.kind()) {
      case DATA_SET -> tables.addAll(data.sizes());
      case DISTRIBUTION -> {
        tables.add(data.labelsPerAct(published.get(0)));
        tables.add(data.concepts());
        plots.addAll(data.plots(published.get(0)));
      }
      case SETTINGS ->
          tables.add(
              new SettingsTable(exhibit, searches)
                  .table(published.get(0), name -> layout.recipe(name.toString())));
      case CURVES -> {
        if (!rows.isEmpty()) {
          tables.addAll(new MeasuredTables(exhibit, rows, shownSplit()).tables(published));
          plots.add(MeasuredPlots.curves(exhibit, rows, published.get(0)));
        }
      }
      case MEASURES -> {
        if (!rows.isEmpty()) {
          addMeasures(exhibit, rows, published, tables, plots);
        }
      }
    }
  }

  private void addMeasures(
      Plan.Exhibit exhibit,
      List<RowResult> rows,
      List<Published> published,
      List<Table> tables,
      List<Plot> plots) {
    MeasuredTables measured = new MeasuredTables(exhibit, rows, shownSplit());
    tables.addAll(measured.tables(published));
    tables.add(measured.recipes());
    if (published.size() == 1) {
      OrderTables order = new OrderTables(exhibit, rows, iterations);
      if (rows.size() > 1) {
        tables.add(order.significance(published.get(0)));
      }
      tables.addAll(order.order(published.get(0)));
      plots.add(MeasuredPlots.bars(exhibit, rows, published.get(0)));
    }
  }

  private Map<Plan.Row, RowResult> measure(Selection selection, PrintWriter err)
      throws IOException {
    if (selection.rows().isEmpty()) {
      return Map.of();
    }
    Split dev = Split.dev(data.dev(), data.labels());
    Optional<Split> shown = Optional.empty();
    if (test.isPresent()) {
      shown = Optional.of(Split.test(test.get(), data.labels()));
    }
    Map<String, RowResult.Measured> measured = new HashMap<>();
    Map<Plan.Row, RowResult> results = new HashMap<>();
    for (Map.Entry<Plan.Row, List<Run>> row : selection.rows().entrySet()) {
      List<RowResult.Measured> trained = new ArrayList<>();
      for (Run run : row.getValue()) {
        if (!runs.isDone(run)) {
          continue;
        }
        if (!measured.containsKey(run.key())) {
          measured.put(run.key(), measure(run, dev, shown, err));
        }
        trained.add(measured.get(run.key()));
      }
      if (!trained.isEmpty()) {
        Selection.Chosen chosen = selection.recipes().get(row.getKey());
        results.put(
            row.getKey(), new RowResult(row.getKey(), chosen.recipe(), chosen.scale(), trained));
      }
    }
    return results;
  }

  private RowResult.Measured measure(Run run, Split dev, Optional<Split> test, PrintWriter err)
      throws IOException {
    if (!runs.isTrained(run)) {
      EvaluatedRun recorded = runs.record(run).orElseThrow().outcomes(run, dev.settings());
      return new RowResult.Measured(run, recorded, recorded);
    }
    EvaluatedRun onDev = dev.measure(run, runs, err).actsUnderPaperRule();
    runs.keep(run, onDev);
    return new RowResult.Measured(
        run,
        onDev,
        test.isPresent() ? test.get().measure(run, runs, err).actsUnderPaperRule() : onDev);
  }

  /** What the trainings took. */
  private Table trainings(Map<Plan.Row, RowResult> results) throws IOException {
    Map<String, List<String>> rows = new TreeMap<>();
    for (RowResult result : results.values()) {
      for (RowResult.Measured measured : result.runs()) {
        Run run = measured.run();
        boolean trained = runs.isTrained(run);
        Optional<Records.Entry> record = runs.record(run).map(records -> records.entry(run));
        Runs.Effort effort = trained ? runs.effort(run) : record.orElseThrow().effort();
        double megabytes = trained ? runs.megabytes(run) : record.orElseThrow().megabytes();
        rows.put(
            run.key(),
            List.of(
                run.name() + " (" + run.key() + ")",
                String.format(Locale.ROOT, "%.1f", effort.seconds() / 60),
                String.format(Locale.ROOT, "%.1f", effort.cpuSeconds() / 60),
                String.format(Locale.ROOT, "%.1f", megabytes),
                record.map(entry -> entry.date() + ", " + entry.program()).orElse("-")));
      }
    }
    return new Table(
        "Trainings",
        "In brackets the folder in the work folder, with a digest of recipe, data and thesaurus."
            + " Time without the members of ensembles, which are trainings of their own. Recorded:"
            + " when the results were kept, and by which program.",
        List.of("training", "minutes", "CPU minutes", "MB", "recorded"),
        List.copyOf(rows.values()));
  }
}

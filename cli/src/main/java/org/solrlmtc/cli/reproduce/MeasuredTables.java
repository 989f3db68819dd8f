package org.solrlmtc.cli.reproduce;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.solrlmtc.cli.report.Table;
import org.solrlmtc.core.eval.Measure;

/**
 * Measures of methods beside the published ones: per method a line each for ours, the published
 * figures and the difference.
 *
 * @param exhibit what is shown
 * @param results the rows that have results
 * @param split what ours was measured on: {@code dev} or {@code test}
 */
record MeasuredTables(Plan.Exhibit exhibit, List<RowResult> results, String split) {

  /** One table per table of published figures. */
  List<Table> tables(List<Published> published) {
    List<Table> tables = new ArrayList<>();
    for (Published figures : published) {
      tables.add(table(figures, published.size() > 1));
    }
    return tables;
  }

  private Table table(Published published, boolean several) {
    List<String> header = new ArrayList<>(List.of("method"));
    header.addAll(published.columns());
    List<List<String>> rows = new ArrayList<>();
    for (RowResult result : results) {
      List<String> ours = new ArrayList<>(List.of(result.system() + ": " + ours(result)));
      List<String> theirs =
          new ArrayList<>(List.of(result.system() + ": published, " + exhibit.publishedOn()));
      List<String> differences = new ArrayList<>(List.of(result.system() + ": difference"));
      boolean compared = false;
      for (String column : published.columns()) {
        Measure measure = Measure.parse(column);
        double figure = published.value(result.system(), column);
        double mean = result.mean(measure);
        ours.add(figure(mean, result, measure));
        theirs.add(Table.share(figure));
        differences.add(
            Double.isNaN(figure) || Double.isNaN(mean)
                ? "-"
                : String.format(Locale.ROOT, "%+.3f", mean - figure));
        compared |= !Double.isNaN(figure);
      }
      rows.add(ours);
      if (compared) {
        rows.add(theirs);
        rows.add(differences);
      }
    }
    return new Table(
        exhibit.title() + (several ? ", " + kindOf(published) : ""), exhibit.note(), header, rows);
  }

  private static String kindOf(Published published) {
    return Measure.parse(published.columns().get(0)).kind().key() + "K";
  }

  private String ours(RowResult result) {
    return "ours, "
        + split
        + (result.runs().size() > 1 ? ", " + result.runs().size() + " seeds" : "");
  }

  private static String figure(double mean, RowResult result, Measure measure) {
    String text = Table.share(mean);
    return result.runs().size() < 2 || Double.isNaN(mean)
        ? text
        : text + String.format(Locale.ROOT, " ± %.3f", result.deviation(measure));
  }

  /** The recipes of the rows. */
  Table recipes() {
    List<List<String>> rows = new ArrayList<>();
    for (RowResult result : results) {
      rows.add(
          List.of(
              result.system(),
              result.recipe() + Run.describe(result.row().changes()),
              switch (result.scale()) {
                case FULL_SIZE -> "as in the paper";
                case FAST -> "smaller than the paper's, for CPUs";
                case OWN -> "not in the paper";
              },
              Table.count(result.runs().size()),
              result.best().run().seed().map(String::valueOf).orElse("-")));
    }
    return new Table(
        exhibit.title() + ": recipes",
        "",
        List.of("method", "recipe", "size", "runs", "seed of the best run"),
        rows);
  }
}

package org.solrlmtc.cli.reproduce;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.solrlmtc.cli.report.Table;
import org.solrlmtc.core.eval.Measure;
import org.solrlmtc.core.eval.significance.RandomizationTest;

/**
 * The differences between the rows of a table: whether they are significant, and whether the order
 * of the methods is the published one.
 *
 * @param results the rows that have results
 * @param iterations of the randomization test
 */
record OrderTables(Plan.Exhibit exhibit, List<RowResult> results, int iterations) {
  /** Fixed, so that p-values are reproducible. */
  private static final long SEED = 1;

  private static final double SIGNIFICANT = 0.01;

  /** Fewer systems have no order worth a test. */
  private static final int LEAST = 3;

  /** P-values between rows for the first measure of the table. */
  Table significance(Published published) {
    Measure measure = Measure.parse(published.columns().get(0));
    List<String> header = new ArrayList<>(List.of("method", measure.toString()));
    for (int i = 1; i < results.size(); i++) {
      header.add("(" + i + ")");
    }
    List<List<String>> rows = new ArrayList<>();
    for (int i = 0; i < results.size(); i++) {
      RowResult row = results.get(i);
      List<String> cells = new ArrayList<>();
      cells.add("(" + (i + 1) + ") " + row.system());
      cells.add(Table.share(row.best().shown().value(measure)));
      for (int j = 0; j + 1 < results.size(); j++) {
        cells.add(j < i ? p(row, results.get(j), measure) : "");
      }
      rows.add(cells);
    }
    return new Table(
        exhibit.title() + ": significance",
        String.format(
            Locale.ROOT,
            "P-values of %s between the best runs on dev of two rows: two-tailed approximate"
                + " randomization, %,d iterations, not corrected for the number of pairs. A column"
                + " has the number of its row.",
            measure,
            iterations),
        header,
        rows);
  }

  private String p(RowResult a, RowResult b, Measure measure) {
    return String.format(Locale.ROOT, "%.4f", test(a, b, measure).p());
  }

  private RandomizationTest.Result test(RowResult a, RowResult b, Measure measure) {
    return RandomizationTest.compare(a.best().shown(), b.best().shown(), measure, iterations, SEED);
  }

  /** Whether the order of the methods is the published one: none for fewer than three methods. */
  List<Table> order(Published published) {
    List<List<String>> agreements = new ArrayList<>();
    List<List<String>> inverted = new ArrayList<>();
    Map<String, RandomizationTest.Result> tests = new HashMap<>();
    for (String column : published.columns()) {
      Measure measure = Measure.parse(column);
      List<RowResult> compared =
          results.stream()
              .filter(row -> !Double.isNaN(published.value(row.system(), column)))
              .filter(row -> !Double.isNaN(row.best().shown().value(measure)))
              .toList();
      if (compared.size() < LEAST) {
        continue;
      }
      RankAgreement agreement =
          RankAgreement.of(
              compared.stream().mapToDouble(row -> published.value(row.system(), column)).toArray(),
              compared.stream().mapToDouble(row -> row.mean(measure)).toArray());
      int significant = 0;
      for (RankAgreement.Pair pair : agreement.inverted()) {
        RowResult better = compared.get(pair.better());
        RowResult worse = compared.get(pair.worse());
        RandomizationTest.Result test =
            tests.computeIfAbsent(
                column + better.system() + "\t" + worse.system(),
                any -> test(better, worse, measure));
        significant += test.p() < SIGNIFICANT ? 1 : 0;
        inverted.add(inversion(measure, better, worse, published, test));
      }
      agreements.add(
          List.of(
              measure.toString(),
              Table.count(compared.size()),
              String.format(Locale.ROOT, "%.2f", agreement.tau()),
              String.format(Locale.ROOT, "%.4f", agreement.p()),
              agreement.inverted().size() + " of " + agreement.pairs(),
              Integer.toString(significant)));
    }
    if (agreements.isEmpty()) {
      return List.of();
    }
    List<Table> tables = new ArrayList<>();
    tables.add(
        new Table(
            exhibit.title() + ": the order of methods",
            "Kendall's tau between the published order and ours: 1 is the same order, 0 none, -1"
                + " the opposite. p: the probability that a random order agrees as well. A pair is"
                + " inverted if ours has the other one ahead; significant: p below 0.01 between"
                + " the best runs.",
            List.of("measure", "methods", "tau", "p", "inverted pairs", "significant"),
            agreements));
    if (!inverted.isEmpty()) {
      tables.add(
          new Table(
              exhibit.title() + ": inverted pairs",
              "The first method is ahead of the second in the paper and behind it here. The"
                  + " differences are first minus second.",
              List.of("measure", "first", "second", "published", "ours", "p"),
              inverted));
    }
    return tables;
  }

  private static List<String> inversion(
      Measure measure,
      RowResult better,
      RowResult worse,
      Published published,
      RandomizationTest.Result test) {
    String column = measure.toString();
    return List.of(
        column,
        better.system(),
        worse.system(),
        String.format(
            Locale.ROOT,
            "%+.3f",
            published.value(better.system(), column) - published.value(worse.system(), column)),
        String.format(Locale.ROOT, "%+.3f", better.mean(measure) - worse.mean(measure)),
        String.format(Locale.ROOT, "%.4f", test.p()));
  }
}

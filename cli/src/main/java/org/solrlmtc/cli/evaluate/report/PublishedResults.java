package org.solrlmtc.cli.evaluate.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.solrlmtc.cli.report.Table;
import org.solrlmtc.core.eval.Evaluation;
import org.solrlmtc.core.eval.Measure;

/** The published results of the paper that introduced EURLEX57K, on its test split. */
public final class PublishedResults {
  private static final String RESULTS = "published.tsv";

  static final String MARK = "published, test split";

  /** The best method with published curves. */
  static final String CURVES_OF = "BERT-BASE";

  private PublishedResults() {}

  /** The published curves over K = 1..10. */
  record Curves(List<Double> precision, List<Double> recall, List<Double> rPrecision) {}

  /**
   * The table of the paper, with the results of a system above.
   *
   * @param results under the paper's decision rule
   * @param shown the measures to show
   */
  static Table table(String system, Evaluation results, String data, Predicate<Measure> shown) {
    List<List<String>> lines = lines(RESULTS);
    List<String> header = lines.get(0);
    List<Integer> columns =
        IntStream.range(1, header.size())
            .filter(column -> shown.test(Measure.parse(header.get(column))))
            .boxed()
            .toList();
    List<List<String>> rows = new ArrayList<>();
    rows.add(
        row(
            system,
            data,
            columns,
            column -> Table.share(results.value(Measure.parse(header.get(column))))));
    for (List<String> line : lines.subList(1, lines.size())) {
      rows.add(row(line.get(0), MARK, columns, line::get));
    }
    return new Table(
        "Published results for comparison",
        "The published figures (Chalkidis et al., ACL 2019) are on the test split of EURLEX57K,"
            + " with labels assigned above a score of 0.5. Figures on other acts are not directly"
            + " comparable. Label groups are shown only if they are the benchmark's.",
        row("system", "measured on", columns, header::get),
        rows);
  }

  private static List<String> row(
      String system, String data, List<Integer> columns, IntFunction<String> cell) {
    List<String> row = new ArrayList<>(List.of(system, data));
    columns.forEach(column -> row.add(cell.apply(column)));
    return row;
  }

  static Curves curves() {
    List<List<String>> rows = lines("published-curves.tsv").stream().skip(1).toList();
    return new Curves(column(rows, 1), column(rows, 2), column(rows, 3));
  }

  /** The published statistics of the splits, for comparison. */
  static List<List<String>> splits() {
    return lines("published-splits.tsv").stream()
        .skip(1)
        .map(
            line -> {
              List<String> marked = new ArrayList<>(line);
              marked.set(0, line.get(0) + " (published)");
              return marked;
            })
        .toList();
  }

  private static List<Double> column(List<List<String>> rows, int column) {
    return IntStream.range(0, rows.size())
        .mapToObj(row -> Double.valueOf(rows.get(row).get(column)))
        .toList();
  }

  /**
   * A table of published figures with its header line.
   *
   * @param name {@code results} for the paper's main table, {@code zones}, {@code embeddings} ...
   * @return empty if there is none of that name
   */
  public static Optional<List<List<String>>> table(String name) {
    String resource = name.equals("results") ? RESULTS : "published-" + name + ".tsv";
    return name.matches("[a-z0-9-]+") && PublishedResults.class.getResource(resource) != null
        ? Optional.of(lines(resource))
        : Optional.empty();
  }

  /** Parses lines of fields that are separated by tabs. */
  public static List<List<String>> parse(String text) {
    return text.lines().map(line -> List.of(line.split("\t", -1))).toList();
  }

  private static List<List<String>> lines(String resource) {
    try (InputStream in = PublishedResults.class.getResourceAsStream(resource)) {
      return parse(
          new String(Objects.requireNonNull(in, resource).readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

package org.solrlmtc.cli.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.solrlmtc.core.eval.Evaluation;
import org.solrlmtc.core.eval.Measure;

/** The figures of the paper that introduced EURLEX57K, all on its test split. */
public final class Published {
  static final String MARK = "published, test split";

  /** The best published method with full curves, by name. */
  static final String CURVES_OF = "BERT-BASE";

  private Published() {}

  /** The published curves over K = 1..10. */
  record Curves(List<Double> precision, List<Double> recall, List<Double> rPrecision) {}

  /** The measures of the paper's table. */
  private static List<Measure> measures() {
    List<String> heading = lines("published.tsv").get(0);
    return heading.stream().skip(1).map(Measure::parse).toList();
  }

  /**
   * The paper's table with a system's own results on top.
   *
   * @param results under the paper's decision rule
   */
  public static Table beside(String system, Evaluation results, String data) {
    List<Measure> measures = measures();
    List<String> header = new ArrayList<>(List.of("system"));
    measures.forEach(measure -> header.add(measure.toString()));
    List<String> own = new ArrayList<>(List.of(system + " (" + data + ")"));
    measures.forEach(measure -> own.add(Table.share(results.value(measure))));
    List<List<String>> rows = new ArrayList<>(List.of(own));
    lines("published.tsv").stream()
        .skip(1)
        .map(line -> withFirst(line.get(0) + " (" + MARK + ")", line))
        .forEach(rows::add);
    return new Table(
        "Beside the published results",
        "The published figures (Chalkidis et al., ACL 2019) were measured on the test split of"
            + " EURLEX57K, with labels assigned above a score of 0.5: compare them only with"
            + " results on EURLEX57K, and then with care, as the acts differ",
        header,
        rows);
  }

  static Curves curves() {
    List<List<String>> rows = lines("published-curves.tsv").stream().skip(1).toList();
    return new Curves(column(rows, 1), column(rows, 2), column(rows, 3));
  }

  /** The published statistics of the splits, to stand beside one's own. */
  static List<List<String>> splits() {
    return lines("published-splits.tsv").stream()
        .skip(1)
        .map(line -> withFirst(line.get(0) + " (published)", line))
        .toList();
  }

  private static List<String> withFirst(String first, List<String> line) {
    List<String> changed = new ArrayList<>(line);
    changed.set(0, first);
    return changed;
  }

  private static List<Double> column(List<List<String>> rows, int column) {
    return IntStream.range(0, rows.size())
        .mapToObj(row -> Double.valueOf(rows.get(row).get(column)))
        .toList();
  }

  private static List<List<String>> lines(String resource) {
    try (InputStream in = Published.class.getResourceAsStream(resource)) {
      return new String(Objects.requireNonNull(in, resource).readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .map(line -> List.of(line.split("\t", -1)))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

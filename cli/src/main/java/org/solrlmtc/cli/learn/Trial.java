package org.solrlmtc.cli.learn;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.solrlmtc.cli.evaluate.data.EvaluationLabels;
import org.solrlmtc.cli.evaluate.data.GoldSet;
import org.solrlmtc.cli.evaluate.report.ComparisonReport;
import org.solrlmtc.cli.evaluate.system.BundleSystem;
import org.solrlmtc.cli.evaluate.system.SystemResults;
import org.solrlmtc.core.eval.Measure;
import org.solrlmtc.core.eval.significance.RandomizationTest;

/**
 * The comparison of a challenger with the champion on one set of acts, and the rule that decides
 * whether the challenger is worse.
 *
 * @param set what the acts are, for messages
 * @param rows first the champion, second the challenger
 */
record Trial(String set, int acts, List<ComparisonReport.Row> rows) {
  private static final List<Measure> MEASURES =
      List.of(Measure.parse("RP@5"), Measure.parse("nDCG@5"), Measure.parse("micro-F1"));

  /** The rows that decide: the ranking, and the labels that are assigned. */
  private static final List<String> DECIDING = List.of("RP@5", "micro-F1, own rule");

  /** A difference this small on reviewed acts is none. */
  private static final double TOLERANCE = .005;

  static Trial of(
      String set,
      Path acts,
      EvaluationLabels labels,
      BundleSystem champion,
      BundleSystem challenger)
      throws IOException {
    GoldSet gold = GoldSet.read(List.of(acts), Optional.empty());
    SystemResults.Request request =
        new SystemResults.Request(gold, labels, List.of(5), Optional.empty(), true, Set.of());
    ComparisonReport report =
        ComparisonReport.of(
            gold,
            SystemResults.measure(champion, request, act -> {}),
            SystemResults.measure(challenger, request, act -> {}),
            MEASURES,
            RandomizationTest.DEFAULT_ITERATIONS);
    return new Trial(set, gold.size(), report.rows());
  }

  /**
   * Why the challenger is worse; empty if it is not.
   *
   * @param alpha a lower value with a smaller p is worse
   */
  Optional<String> worse(double alpha) {
    for (ComparisonReport.Row row : rows) {
      double difference = row.result().second() - row.result().first();
      if (DECIDING.contains(row.name())
          && difference < 0
          && (row.result().p() < alpha || difference < -TOLERANCE)) {
        return Optional.of(
            String.format(
                Locale.ROOT,
                "%s on the %s is %.4f instead of %.4f (p = %.4f)",
                row.name(),
                set,
                row.result().second(),
                row.result().first(),
                row.result().p()));
      }
    }
    return Optional.empty();
  }

  String toText() {
    StringBuilder text = new StringBuilder();
    text.append(String.format(Locale.ROOT, "%s (%,d):%n", set, acts));
    for (ComparisonReport.Row row : rows) {
      text.append(
          String.format(
              Locale.ROOT,
              "  %-20s %.4f -> %.4f  p = %.4f%n",
              row.name(),
              row.result().first(),
              row.result().second(),
              row.result().p()));
    }
    return text.toString();
  }

  /** For provenance and the log. */
  Map<String, Object> toMap() {
    List<Map<String, Object>> measures = new ArrayList<>();
    for (ComparisonReport.Row row : rows) {
      Map<String, Object> measure = new LinkedHashMap<>();
      measure.put("measure", row.name());
      measure.put("before", row.result().first());
      measure.put("after", row.result().second());
      measure.put("p", row.result().p());
      measures.add(measure);
    }
    return Map.of("set", set, "acts", acts, "measures", measures);
  }
}

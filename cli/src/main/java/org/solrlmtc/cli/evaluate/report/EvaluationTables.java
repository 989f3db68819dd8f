package org.solrlmtc.cli.evaluate.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.solrlmtc.cli.evaluate.data.Breakdown;
import org.solrlmtc.cli.report.Table;
import org.solrlmtc.core.eval.CalibrationBin;
import org.solrlmtc.core.eval.DecisionScores;
import org.solrlmtc.core.eval.Evaluation;
import org.solrlmtc.core.eval.EvaluationGroup;
import org.solrlmtc.core.eval.FrequencyBucket;
import org.solrlmtc.core.eval.GroupEvaluation;
import org.solrlmtc.core.eval.HierarchyScores;
import org.solrlmtc.core.eval.RankingScores;
import org.solrlmtc.core.eval.significance.Bootstrap;

/** Results as tables, one row each for all, frequent, few and zero labels. */
final class EvaluationTables {
  /** Most predictions have smaller scores, and are never assigned. */
  private static final double PLAUSIBLE = 0.1;

  private EvaluationTables() {}

  /**
   * The tables of one system.
   *
   * @param paper the results under the paper's decision rule
   * @param own the results under the system's own rule, if it has one
   * @param where added to the titles, such as {@code without near duplicates}, or empty
   */
  static List<Table> of(Evaluation paper, Optional<Evaluation> own, String where) {
    String end = where.isEmpty() ? "" : ", " + where;
    List<Table> tables = new ArrayList<>();
    tables.add(
        ranking(
            paper,
            "Ranking: R-precision and nDCG" + end,
            "RP@",
            RankingScores::rPrecision,
            "nDCG@",
            RankingScores::ndcg));
    tables.add(
        ranking(
            paper,
            "Ranking: precision and recall" + end,
            "P@",
            RankingScores::precision,
            "R@",
            RankingScores::recall));
    tables.add(decisions(paper, "Assigned labels under the paper's rule" + end));
    own.ifPresent(
        results ->
            tables.add(decisions(results, "Assigned labels under the model's own rule" + end)));
    Evaluation assigned = own.orElse(paper);
    if (assigned.group(EvaluationGroup.ALL).hierarchy().isPresent()) {
      tables.add(hierarchy(assigned, "Hierarchical: with credit for broader concepts" + end));
    }
    return tables;
  }

  /** Confidence intervals, one row per measure. */
  static Table intervals(List<Bootstrap.Interval> intervals) {
    return new Table(
        "95% confidence intervals",
        "Bootstrap over acts, "
            + Table.count(Bootstrap.DEFAULT_RESAMPLES)
            + " resamples; measures of assigned labels under the paper's rule",
        List.of("measure", "value", "from", "to"),
        intervals.stream()
            .map(
                interval ->
                    List.of(
                        interval.measure().toString(),
                        Table.share(interval.value()),
                        Table.share(interval.low()),
                        Table.share(interval.high())))
            .toList());
  }

  /** Quality by label frequency in training. */
  static Table byFrequency(Evaluation results) {
    return new Table(
        "Quality by label frequency",
        "Labels by their number of training acts; only labels with a gold act in this data",
        List.of("training acts", "labels", "gold", "micro-P", "micro-R", "macro-F1", "mean AP"),
        results.byFrequency().stream()
            .map(
                bucket ->
                    List.of(
                        name(bucket),
                        Table.count(bucket.labels()),
                        Table.count(bucket.support()),
                        Table.share(bucket.micro().precision()),
                        Table.share(bucket.micro().recall()),
                        Table.share(bucket.macroF1()),
                        Table.share(bucket.meanAveragePrecision())))
            .toList());
  }

  /**
   * Quality by part of the acts.
   *
   * @param parts the results under the rule that is used in practice, by part
   * @param k cut-off of the ranking measures
   */
  static Table byPart(Breakdown breakdown, Map<String, Evaluation> parts, int k) {
    return new Table(
        "By " + breakdown,
        "Measures of assigned labels under the model's own rule, if it has one",
        List.of(
            breakdown.key(),
            "acts",
            "RP@" + k,
            "nDCG@" + k,
            "micro-P",
            "micro-R",
            "micro-F1",
            "no label"),
        parts.entrySet().stream().map(part -> partRow(part.getKey(), part.getValue(), k)).toList());
  }

  private static List<String> partRow(String name, Evaluation results, int k) {
    GroupEvaluation all = results.group(EvaluationGroup.ALL);
    List<String> row = new ArrayList<>(List.of(name, Table.count(results.acts())));
    row.add(Table.share(all.at(k).rPrecision()));
    row.add(Table.share(all.at(k).ndcg()));
    row.addAll(scores(all.micro()));
    row.add(Table.share((double) results.assignedPerAct().getOrDefault(0L, 0L) / results.acts()));
    return row;
  }

  /** The breakdown's name as a word of a title: {@code Year}. */
  static String title(Breakdown breakdown) {
    return breakdown.key().substring(0, 1).toUpperCase(Locale.ROOT) + breakdown.key().substring(1);
  }

  /** The bucket's bounds: {@code 5-9}, {@code 1000+}. */
  static String name(FrequencyBucket bucket) {
    if (bucket.from() == bucket.to()) {
      return Integer.toString(bucket.from());
    }
    return bucket.to() == Integer.MAX_VALUE
        ? bucket.from() + "+"
        : bucket.from() + "-" + bucket.to();
  }

  /** The ratio of correct predictions by score. */
  static Table calibration(Evaluation results) {
    return new Table(
        "Score calibration",
        String.format(
            Locale.ROOT,
            "Over the predictions kept: the best of every group, and all above a threshold."
                + " Expected calibration error %.3f; of scores from %.1f on %.3f",
            results.expectedCalibrationError(0),
            PLAUSIBLE,
            results.expectedCalibrationError(PLAUSIBLE)),
        List.of("score", "predictions", "mean score", "correct"),
        results.calibration().stream()
            .filter(bin -> bin.predictions() > 0)
            .map(EvaluationTables::calibrationRow)
            .toList());
  }

  private static List<String> calibrationRow(CalibrationBin bin) {
    return List.of(
        String.format(Locale.ROOT, "%.2f-%.2f", bin.from(), bin.to()),
        Table.count(bin.predictions()),
        Table.share(bin.meanScore()),
        Table.share(bin.goldShare()));
  }

  private static Table ranking(
      Evaluation results,
      String title,
      String firstKey,
      Function<RankingScores, Double> first,
      String secondKey,
      Function<RankingScores, Double> second) {
    List<Integer> ks = results.settings().ks();
    List<String> header = new ArrayList<>(List.of("labels", "in gold", "acts"));
    ks.forEach(k -> header.add(firstKey + k));
    ks.forEach(k -> header.add(secondKey + k));
    return byGroup(
        title,
        "Means over the acts that have a gold label in the group; gold labels and rankings are"
            + " restricted to the group",
        header,
        results,
        group -> {
          List<String> cells =
              new ArrayList<>(List.of(Table.count(group.labels()), Table.count(group.acts())));
          ks.forEach(k -> cells.add(Table.share(first.apply(group.at(k)))));
          ks.forEach(k -> cells.add(Table.share(second.apply(group.at(k)))));
          return cells;
        });
  }

  private static Table decisions(Evaluation results, String title) {
    return byGroup(
        title,
        results.settings().rule().describe(),
        List.of(
            "labels", "micro-P", "micro-R", "micro-F1", "macro-P", "macro-R", "macro-F1", "act-F1"),
        results,
        group -> {
          List<String> cells = new ArrayList<>(scores(group.micro()));
          cells.addAll(scores(group.macro()));
          cells.add(Table.share(group.perAct().f1()));
          return cells;
        });
  }

  private static Table hierarchy(Evaluation results, String title) {
    List<Integer> ks = results.settings().ks();
    List<String> header = new ArrayList<>(List.of("labels"));
    ks.forEach(k -> header.add("hRP@" + k));
    header.addAll(List.of("h-micro-P", "h-micro-R", "h-micro-F1"));
    return byGroup(
        title,
        "hRP: a wrong label gets partial credit for ancestors that it shares with a missed one;"
            + " h-micro: counted after adding all ancestors; "
            + results.settings().rule().describe(),
        header,
        results,
        group -> {
          HierarchyScores hierarchy = group.hierarchy().orElseThrow();
          List<String> cells = new ArrayList<>();
          ks.forEach(k -> cells.add(Table.share(hierarchy.rPrecisionByK().get(k))));
          cells.addAll(scores(hierarchy.micro()));
          return cells;
        });
  }

  private static List<String> scores(DecisionScores scores) {
    return List.of(
        Table.share(scores.precision()), Table.share(scores.recall()), Table.share(scores.f1()));
  }

  private static Table byGroup(
      String title,
      String note,
      List<String> header,
      Evaluation results,
      Function<GroupEvaluation, List<String>> cells) {
    return new Table(
        title,
        note,
        header,
        Arrays.stream(EvaluationGroup.values())
            .map(
                group -> {
                  List<String> row = new ArrayList<>(List.of(group.key()));
                  row.addAll(cells.apply(results.group(group)));
                  return row;
                })
            .toList());
  }
}

package org.solrlmtc.cli.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.style.markers.SeriesMarkers;
import org.solrlmtc.cli.common.UserError;
import org.solrlmtc.cli.report.Charts;
import org.solrlmtc.cli.report.Plot;
import org.solrlmtc.cli.report.Table;
import org.solrlmtc.core.act.ActRecord;
import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.core.bundle.ModelBundle;
import org.solrlmtc.core.bundle.Scorers;
import org.solrlmtc.core.ensemble.EnsembleScorer;
import org.solrlmtc.core.eval.ActPredictions;
import org.solrlmtc.core.eval.Evaluation;
import org.solrlmtc.core.eval.EvaluationSettings;
import org.solrlmtc.core.eval.Evaluator;
import org.solrlmtc.core.eval.Measure;
import org.solrlmtc.core.score.LabelScorer;
import org.solrlmtc.core.score.LabelScores;

/**
 * Quality and throughput of an ensemble with early exit at several confidences, with one thread per
 * core.
 *
 * @param points in the order of the confidences
 */
record EarlyExitCurve(String bundle, int acts, List<Point> points) {
  private static final int ACTS_PER_CALL = 16;

  /**
   * The ensemble at one confidence.
   *
   * @param allMembers share of the acts that reach all members
   * @param actsPerSecond of the fastest round
   * @param cpuMillis the smallest CPU time per act of all rounds
   */
  record Point(
      double confidence,
      double allMembers,
      double rPrecision,
      double ndcg,
      double f1,
      double actsPerSecond,
      double cpuMillis) {}

  /**
   * Measures.
   *
   * @param progress receives what is measured next
   */
  static EarlyExitCurve measure(
      ModelBundle bundle,
      List<ActRecord> records,
      List<Double> confidences,
      int rounds,
      Consumer<String> progress) {
    List<List<LegalAct>> calls = new ArrayList<>();
    List<LegalAct> acts = records.stream().map(ActRecord::act).toList();
    for (int from = 0; from < acts.size(); from += ACTS_PER_CALL) {
      calls.add(acts.subList(from, Math.min(acts.size(), from + ACTS_PER_CALL)));
    }
    List<Point> points = new ArrayList<>();
    try (LabelScorer opened = Scorers.open(bundle)) {
      if (!(opened instanceof EnsembleScorer ensemble) || !ensemble.exitsEarly()) {
        throw new UserError(
            "--curve needs an ensemble with the setting earlyExit, which "
                + bundle.manifest().name()
                + " is not: train one");
      }
      for (double confidence : confidences) {
        progress.accept(String.format(Locale.ROOT, "early exit at %.2f", confidence));
        points.add(
            point(
                bundle, records, calls, ensemble.withEarlyExitAt(confidence), confidence, rounds));
      }
    }
    return new EarlyExitCurve(bundle.manifest().name(), acts.size(), points);
  }

  private static Point point(
      ModelBundle bundle,
      List<ActRecord> records,
      List<List<LegalAct>> calls,
      EnsembleScorer scorer,
      double confidence,
      int rounds) {
    EvaluationSettings settings =
        EvaluationSettings.of(bundle.labels())
            .withKs(List.of(5))
            .withRule(bundle.manifest().decision());
    Evaluator evaluator = new Evaluator(settings);
    int early = 0;
    int act = 0;
    for (List<LegalAct> call : calls) {
      early += (int) scorer.exits(call).stream().filter(exits -> exits).count();
      for (LabelScores scores : scorer.score(call)) {
        ActRecord record = records.get(act++);
        evaluator.add(
            ActPredictions.of(
                record.act().id(),
                scores,
                bundle.labels(),
                settings.depth(),
                List.of(bundle.manifest().decision())),
            record.concepts());
      }
    }
    // what was done so far is its warm-up
    Subject subject =
        new Subject(
            "",
            Runtime.getRuntime().availableProcessors(),
            calls.stream().map(List::size).toList(),
            call -> scorer.score(calls.get(call)),
            () -> {});
    double fastest = Double.POSITIVE_INFINITY;
    double cpuNanos = Double.POSITIVE_INFINITY;
    for (int round = 0; round < rounds; round++) {
      Subject.Round measured = subject.run(System::nanoTime);
      fastest = Math.min(fastest, measured.seconds());
      cpuNanos = Math.min(cpuNanos, (double) measured.cpuNanos());
    }
    Evaluation evaluation = evaluator.evaluate();
    return new Point(
        confidence,
        1 - (double) early / records.size(),
        evaluation.value(Measure.parse("RP@5")),
        evaluation.value(Measure.parse("nDCG@5")),
        evaluation.value(Measure.parse("micro-F1")),
        records.size() / fastest,
        cpuNanos / 1e6 / records.size());
  }

  Table table() {
    return new Table(
        String.format(Locale.ROOT, "Early exit of %s, %,d acts", bundle, acts),
        "An act whose expected F1 by the first members is at least the confidence does not reach"
            + " the others. Measures of assigned labels under the model's own rule. Throughput of"
            + " the fastest round; CPU time per act.",
        List.of(
            "confidence", "reach all members", "RP@5", "nDCG@5", "micro-F1", "acts/s", "CPU ms"),
        points.stream().map(EarlyExitCurve::row).toList());
  }

  private static List<String> row(Point point) {
    return List.of(
        String.format(Locale.ROOT, "%.2f", point.confidence()),
        Table.share(point.allMembers()),
        String.format(Locale.ROOT, "%.4f", point.rPrecision()),
        String.format(Locale.ROOT, "%.4f", point.ndcg()),
        String.format(Locale.ROOT, "%.4f", point.f1()),
        String.format(Locale.ROOT, "%,.1f", point.actsPerSecond()),
        String.format(Locale.ROOT, "%.2f", point.cpuMillis()));
  }

  Plot plot() {
    XYChart chart = Charts.lines("acts per second", "RP@5");
    Charts.line(
        chart.addSeries(
            bundle,
            points.stream().map(Point::actsPerSecond).toList(),
            points.stream().map(Point::rPrecision).toList()),
        Charts.BLUE,
        Charts.THICK,
        SeriesMarkers.CIRCLE);
    return new Plot("early-exit", "Quality and throughput with early exit", "", Charts.png(chart));
  }
}

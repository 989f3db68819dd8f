package org.solrlmtc.cli.evaluate.report;

import java.awt.BasicStroke;
import java.awt.Color;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.internal.chartpart.Chart;
import org.knowm.xchart.style.AxesChartStyler;
import org.knowm.xchart.style.markers.SeriesMarkers;
import org.solrlmtc.cli.evaluate.data.ConceptHistogram;
import org.solrlmtc.cli.report.Charts;
import org.solrlmtc.cli.report.Plot;
import org.solrlmtc.core.eval.CalibrationBin;
import org.solrlmtc.core.eval.Evaluation;
import org.solrlmtc.core.eval.EvaluationGroup;
import org.solrlmtc.core.eval.FrequencyBucket;
import org.solrlmtc.core.eval.RankingScores;

/** Draws the plots of a report. */
public final class EvaluationPlots {
  private static final int MAX_K = 10;

  /** Minimum number of predictions for a meaningful ratio. */
  private static final int MIN_IN_BIN = 10;

  private EvaluationPlots() {}

  /**
   * Precision, recall and R-precision over K as in the paper's figure, with the best published
   * curves.
   */
  public static Plot atK(Evaluation results) {
    XYChart chart = chartOverK();
    addCurves(chart, "", results, Charts.THICK, true);
    PublishedResults.Curves published = PublishedResults.curves();
    String source = PublishedResults.CURVES_OF + " (" + PublishedResults.MARK + ")";
    addCurve(chart, source, published.rPrecision(), Charts.BLUE, Charts.DOTTED, false);
    addCurve(chart, "P@K of " + source, published.precision(), Charts.ORANGE, Charts.DOTTED, false)
        .setShowInLegend(false);
    addCurve(chart, "R@K of " + source, published.recall(), Charts.GREEN, Charts.DOTTED, false)
        .setShowInLegend(false);
    return plot(
        "at-k",
        "P@K, R@K and RP@K for K = 1 to 10",
        "All labels. Dotted, in the same colours: the best published system, on the test split of"
            + " EURLEX57K.",
        chart);
  }

  /** Precision, recall and R-precision over K of two systems. */
  public static Plot atK(String first, Evaluation firstResults, String second, Evaluation others) {
    XYChart chart = chartOverK();
    addCurves(chart, " A", firstResults, Charts.THICK, true);
    addCurves(chart, " B", others, Charts.DASHED, false);
    return plot(
        "at-k",
        "P@K, R@K and RP@K for K = 1 to 10",
        "All labels. Solid: A (" + first + "); dashed: B (" + second + ").",
        chart);
  }

  /** Quality against the labels' frequency in training. */
  public static Plot byFrequency(Evaluation results) {
    CategoryChart chart = Charts.bars("training acts of the label", "");
    List<FrequencyBucket> buckets = results.byFrequency();
    addBucketBars(chart, "macro-F1", buckets, FrequencyBucket::macroF1, Charts.BLUE);
    addBucketBars(
        chart,
        "mean average precision",
        buckets,
        FrequencyBucket::meanAveragePrecision,
        Charts.ORANGE);
    unitRange(chart.getStyler());
    return plot(
        "by-frequency",
        "Quality against label frequency",
        "Means over the labels of each class that have a gold act. Average precision depends on"
            + " the scores only, F1 on the assigned labels.",
        chart);
  }

  /** Quality against frequency of two systems. */
  public static Plot byFrequency(
      String first, Evaluation firstResults, String second, Evaluation others) {
    CategoryChart chart = Charts.bars("training acts of the label", "mean average precision");
    addBucketBars(
        chart, "A", firstResults.byFrequency(), FrequencyBucket::meanAveragePrecision, Charts.BLUE);
    addBucketBars(
        chart, "B", others.byFrequency(), FrequencyBucket::meanAveragePrecision, Charts.ORANGE);
    unitRange(chart.getStyler());
    return plot(
        "by-frequency",
        "Quality against label frequency",
        "Mean average precision of the labels of each class. A: " + first + "; B: " + second + ".",
        chart);
  }

  /** The ratio of correct predictions by score. */
  public static Plot calibration(Evaluation results) {
    XYChart chart = Charts.lines("mean score", "ratio of correct predictions");
    unitRange(chart.getStyler());
    chart.getStyler().setXAxisMin(0.0).setXAxisMax(1.0);
    chart.getStyler().setXAxisTickMarkSpacingHint(60).setXAxisDecimalPattern("0.0");
    XYSeries ideal = chart.addSeries("perfect calibration", List.of(0.0, 1.0), List.of(0.0, 1.0));
    Charts.line(ideal, Charts.GREY, Charts.DASHED, SeriesMarkers.NONE);
    List<CalibrationBin> bins =
        results.calibration().stream().filter(bin -> bin.predictions() >= MIN_IN_BIN).toList();
    if (!bins.isEmpty()) {
      XYSeries series =
          chart.addSeries(
              "predictions, by score",
              bins.stream().map(CalibrationBin::meanScore).toList(),
              bins.stream().map(CalibrationBin::goldShare).toList());
      Charts.line(series, Charts.BLUE, Charts.THICK, SeriesMarkers.CIRCLE);
    }
    return plot(
        "calibration",
        "Score calibration",
        "Above the dashed line the scores are too low, below it too high. Points with fewer than "
            + MIN_IN_BIN
            + " predictions are omitted.",
        chart);
  }

  /**
   * The distribution of labels per act.
   *
   * @param series distributions by name: number of acts by number of labels
   */
  public static Plot labelsPerAct(Map<String, SortedMap<Long, Long>> series) {
    int last = 20;
    long largest =
        series.values().stream()
            .filter(distribution -> !distribution.isEmpty())
            .mapToLong(distribution -> distribution.lastKey())
            .max()
            .orElse(0);
    List<String> names = new ArrayList<>();
    for (long labels = 0; labels <= Math.min(largest, last); labels++) {
      names.add(labels == last && largest > last ? last + "+" : Long.toString(labels));
    }
    CategoryChart chart = Charts.bars("labels per act", "ratio of acts");
    chart.getStyler().setYAxisDecimalPattern("0.00");
    List<Color> colours = List.of(Charts.BLUE, Charts.ORANGE, Charts.GREEN, Charts.GREY);
    int next = 0;
    for (Map.Entry<String, SortedMap<Long, Long>> entry : series.entrySet()) {
      double[] shares = new double[names.size()];
      double acts = entry.getValue().values().stream().mapToLong(Long::longValue).sum();
      entry
          .getValue()
          .forEach((labels, number) -> shares[(int) Math.min(labels, last)] += number / acts);
      chart
          .addSeries(
              entry.getKey(),
              names,
              IntStream.range(0, shares.length).mapToObj(i -> shares[i]).toList())
          .setFillColor(colours.get(next++ % colours.size()));
    }
    return plot("labels-per-act", "Labels per act", "", chart);
  }

  /** The number of labels by number of acts that have them. */
  public static Plot concepts(String what, Collection<Integer> actsPerLabel) {
    CategoryChart chart =
        Charts.bars(what + " of the concept (lower bound of the class)", "concepts");
    List<ConceptHistogram.Bin> bins =
        ConceptHistogram.of(actsPerLabel.isEmpty() ? List.of(0) : actsPerLabel);
    chart
        .addSeries(
            "concepts",
            bins.stream().map(bin -> Integer.toString(bin.from())).toList(),
            bins.stream().map(ConceptHistogram.Bin::labels).toList())
        .setFillColor(Charts.BLUE);
    chart.getStyler().setLegendVisible(false);
    return plot(
        "concepts",
        "Concepts by number of acts",
        "The classes double in width: 1, 2-3, 4-7, ... (logarithmic scale).",
        chart);
  }

  private static XYChart chartOverK() {
    XYChart chart = Charts.lines("K", "");
    unitRange(chart.getStyler());
    chart.getStyler().setXAxisMin(1.0).setXAxisMax((double) MAX_K);
    chart.getStyler().setXAxisTickMarkSpacingHint(60);
    return chart;
  }

  private static void addCurves(
      XYChart chart, String suffix, Evaluation results, BasicStroke stroke, boolean marked) {
    Map<String, ToDoubleFunction<RankingScores>> curves = new LinkedHashMap<>();
    curves.put("RP@K", RankingScores::rPrecision);
    curves.put("P@K", RankingScores::precision);
    curves.put("R@K", RankingScores::recall);
    List<Color> colours = new ArrayList<>(List.of(Charts.BLUE, Charts.ORANGE, Charts.GREEN));
    curves.forEach(
        (name, value) ->
            addCurve(
                chart,
                name + suffix,
                IntStream.rangeClosed(1, MAX_K)
                    .mapToObj(k -> value.applyAsDouble(results.group(EvaluationGroup.ALL).at(k)))
                    .toList(),
                colours.remove(0),
                stroke,
                marked));
  }

  private static XYSeries addCurve(
      XYChart chart,
      String name,
      List<Double> values,
      Color colour,
      BasicStroke stroke,
      boolean marked) {
    XYSeries series =
        chart.addSeries(name, IntStream.rangeClosed(1, values.size()).boxed().toList(), values);
    Charts.line(series, colour, stroke, marked ? SeriesMarkers.CIRCLE : SeriesMarkers.NONE);
    return series;
  }

  private static void addBucketBars(
      CategoryChart chart,
      String name,
      List<FrequencyBucket> buckets,
      ToDoubleFunction<FrequencyBucket> value,
      Color colour) {
    List<Double> values = new ArrayList<>();
    for (FrequencyBucket bucket : buckets) {
      // null: no bar where the value is undefined
      values.add(bucket.labels() == 0 ? null : Double.valueOf(value.applyAsDouble(bucket)));
    }
    chart
        .addSeries(name, buckets.stream().map(EvaluationTables::name).toList(), values)
        .setFillColor(colour);
  }

  private static void unitRange(AxesChartStyler styler) {
    styler.setYAxisMin(0.0).setYAxisMax(1.0);
    styler.setYAxisDecimalPattern("0.0");
  }

  private static Plot plot(String name, String title, String note, Chart<?, ?> chart) {
    return new Plot(name, title, note, Charts.png(chart));
  }
}

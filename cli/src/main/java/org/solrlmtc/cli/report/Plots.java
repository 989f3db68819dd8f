package org.solrlmtc.cli.report;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.internal.chartpart.Chart;
import org.knowm.xchart.style.AxesChartStyler;
import org.knowm.xchart.style.Styler;
import org.knowm.xchart.style.markers.Marker;
import org.knowm.xchart.style.markers.SeriesMarkers;
import org.solrlmtc.cli.UserError;
import org.solrlmtc.cli.evaluation.ConceptHistogram;
import org.solrlmtc.core.eval.CalibrationBin;
import org.solrlmtc.core.eval.Evaluation;
import org.solrlmtc.core.eval.EvaluationGroup;
import org.solrlmtc.core.eval.FrequencyBucket;
import org.solrlmtc.core.eval.RankingScores;

/** Draws the plots of a report. */
public final class Plots {
  static final int WIDTH = 820;
  static final int HEIGHT = 500;

  /** Pixels a point: sharp on dense screens and on paper. */
  private static final int SCALE = 2;

  private static final int MAX_K = 10;

  /** A share among fewer predictions is chance. */
  private static final int MIN_IN_BIN = 10;

  /** Told apart by colour-blind readers too (Okabe and Ito's palette). */
  private static final Color BLUE = new Color(0x0072B2);

  private static final Color ORANGE = new Color(0xD55E00);
  private static final Color GREEN = new Color(0x009E73);
  private static final Color GREY = new Color(0x777777);
  private static final Color GRID = new Color(0xDDDDDD);

  private static final BasicStroke THICK = new BasicStroke(2.4f);
  private static final BasicStroke DASHED =
      new BasicStroke(
          2f, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND, 10f, new float[] {7f, 5f}, 0f);
  private static final BasicStroke DOTTED =
      new BasicStroke(
          1.6f, BasicStroke.CAP_ROUND, BasicStroke.JOIN_ROUND, 10f, new float[] {1f, 5f}, 0f);

  static {
    System.setProperty("java.awt.headless", "true");
  }

  private Plots() {}

  /** Precision, recall and R-precision over K, the paper's figure, with its best curves. */
  public static Plot atK(Evaluation results) {
    XYChart chart = chartOverK();
    addCurves(chart, "", results, THICK, true);
    Published.Curves published = Published.curves();
    String source = Published.CURVES_OF + " (" + Published.MARK + ")";
    addCurve(chart, source, published.rPrecision(), BLUE, DOTTED, false);
    addCurve(chart, "P@K of " + source, published.precision(), ORANGE, DOTTED, false)
        .setShowInLegend(false);
    addCurve(chart, "R@K of " + source, published.recall(), GREEN, DOTTED, false)
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
    addCurves(chart, " A", firstResults, THICK, true);
    addCurves(chart, " B", others, DASHED, false);
    return plot(
        "at-k",
        "P@K, R@K and RP@K for K = 1 to 10",
        "All labels. Solid: A (" + first + "); dashed: B (" + second + ").",
        chart);
  }

  /** Quality against the labels' frequency in training. */
  public static Plot byFrequency(Evaluation results) {
    CategoryChart chart = bars("training acts that carry the label", "");
    List<FrequencyBucket> buckets = results.byFrequency();
    addBucketBars(chart, "macro-F1", buckets, FrequencyBucket::macroF1, BLUE);
    addBucketBars(
        chart, "mean average precision", buckets, FrequencyBucket::meanAveragePrecision, ORANGE);
    unitRange(chart.getStyler());
    return plot(
        "by-frequency",
        "Quality against label frequency",
        "Means over the labels of each class that have a gold act; average precision looks at the"
            + " scores alone, F1 at the labels assigned.",
        chart);
  }

  /** Quality against frequency of two systems. */
  public static Plot byFrequency(
      String first, Evaluation firstResults, String second, Evaluation others) {
    CategoryChart chart = bars("training acts that carry the label", "mean average precision");
    addBucketBars(
        chart, "A", firstResults.byFrequency(), FrequencyBucket::meanAveragePrecision, BLUE);
    addBucketBars(chart, "B", others.byFrequency(), FrequencyBucket::meanAveragePrecision, ORANGE);
    unitRange(chart.getStyler());
    return plot(
        "by-frequency",
        "Quality against label frequency",
        "Mean average precision of the labels of each class. A: " + first + "; B: " + second + ".",
        chart);
  }

  /** How often predictions of about the same score are right. */
  public static Plot calibration(Evaluation results) {
    XYChart chart =
        new XYChartBuilder()
            .width(WIDTH)
            .height(HEIGHT)
            .xAxisTitle("mean score")
            .yAxisTitle("share that is right")
            .build();
    style(chart.getStyler());
    unitRange(chart.getStyler());
    chart.getStyler().setXAxisMin(0.0).setXAxisMax(1.0);
    chart.getStyler().setXAxisTickMarkSpacingHint(60).setXAxisDecimalPattern("0.0");
    XYSeries ideal = chart.addSeries("perfect calibration", List.of(0.0, 1.0), List.of(0.0, 1.0));
    line(ideal, GREY, DASHED, SeriesMarkers.NONE);
    List<CalibrationBin> bins =
        results.calibration().stream().filter(bin -> bin.predictions() >= MIN_IN_BIN).toList();
    if (!bins.isEmpty()) {
      XYSeries series =
          chart.addSeries(
              "predictions, by score",
              bins.stream().map(CalibrationBin::meanScore).toList(),
              bins.stream().map(CalibrationBin::goldShare).toList());
      line(series, BLUE, THICK, SeriesMarkers.CIRCLE);
    }
    return plot(
        "calibration",
        "Score calibration",
        "Above the dashed line the scores are too low, below it too high. Points of fewer than "
            + MIN_IN_BIN
            + " predictions are left out.",
        chart);
  }

  /**
   * Numbers of labels an act.
   *
   * @param series distributions by name: number of acts by number of labels
   */
  public static Plot labelsPerAct(Map<String, SortedMap<Long, Long>> series) {
    int last = 20;
    long longest =
        series.values().stream()
            .filter(distribution -> !distribution.isEmpty())
            .mapToLong(SortedMap::lastKey)
            .max()
            .orElse(0);
    List<String> names = new ArrayList<>();
    for (long labels = 0; labels <= Math.min(longest, last); labels++) {
      names.add(labels == last && longest > last ? last + "+" : Long.toString(labels));
    }
    CategoryChart chart = bars("labels of an act", "share of acts");
    chart.getStyler().setYAxisDecimalPattern("0.00");
    List<Color> colours = List.of(BLUE, ORANGE, GREEN, GREY);
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

  /** Numbers of labels by how many acts carry them. */
  public static Plot concepts(String what, Collection<Integer> actsPerLabel) {
    CategoryChart chart =
        bars(what + " that carry the concept (lower end of the class)", "concepts");
    List<ConceptHistogram.Bin> bins =
        ConceptHistogram.of(actsPerLabel.isEmpty() ? List.of(0) : actsPerLabel);
    chart
        .addSeries(
            "concepts",
            bins.stream().map(bin -> Integer.toString(bin.from())).toList(),
            bins.stream().map(ConceptHistogram.Bin::labels).toList())
        .setFillColor(BLUE);
    chart.getStyler().setLegendVisible(false);
    return plot(
        "concepts",
        "Concepts by number of acts",
        "The classes double in width (1, 2-3, 4-7, ...): a logarithmic scale.",
        chart);
  }

  private static XYChart chartOverK() {
    XYChart chart =
        new XYChartBuilder().width(WIDTH).height(HEIGHT).xAxisTitle("K").yAxisTitle("").build();
    style(chart.getStyler());
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
    List<Color> colours = new ArrayList<>(List.of(BLUE, ORANGE, GREEN));
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
    line(series, colour, stroke, marked ? SeriesMarkers.CIRCLE : SeriesMarkers.NONE);
    return series;
  }

  private static void line(XYSeries series, Color colour, BasicStroke stroke, Marker marker) {
    series.setLineColor(colour).setLineStyle(stroke);
    series.setMarker(marker).setMarkerColor(colour);
  }

  private static CategoryChart bars(String xTitle, String yTitle) {
    CategoryChart chart =
        new CategoryChartBuilder()
            .width(WIDTH)
            .height(HEIGHT)
            .xAxisTitle(xTitle)
            .yAxisTitle(yTitle)
            .build();
    style(chart.getStyler());
    chart.getStyler().setAvailableSpaceFill(0.8).setYAxisMin(0.0);
    // bars stand on the axis; at 1 the ticks at both ends would go
    chart.getStyler().setPlotContentSize(0.995);
    return chart;
  }

  private static void addBucketBars(
      CategoryChart chart,
      String name,
      List<FrequencyBucket> buckets,
      ToDoubleFunction<FrequencyBucket> value,
      Color colour) {
    List<Double> values = new ArrayList<>();
    for (FrequencyBucket bucket : buckets) {
      // no bar where nothing is known, which XChart wants as null
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

  private static void style(AxesChartStyler styler) {
    Font text = new Font(Font.SANS_SERIF, Font.PLAIN, 14);
    styler.setChartBackgroundColor(Color.WHITE).setChartTitleVisible(false);
    styler.setChartPadding(12).setLegendFont(text);
    styler.setLegendPosition(Styler.LegendPosition.OutsideS);
    styler.setLegendLayout(Styler.LegendLayout.Horizontal);
    styler.setLegendBorderColor(Color.WHITE).setLegendPadding(14);
    styler.setLocale(Locale.ROOT);
    styler.setPlotMargin(0);
    styler.setPlotBorderVisible(false);
    styler.setPlotGridLinesColor(GRID);
    styler.setAxisTitleFont(text).setAxisTickLabelsFont(text);
    styler.setAxisTickMarksColor(GREY);
    styler.setPlotGridVerticalLinesVisible(false);
  }

  private static Plot plot(String name, String title, String note, Chart<?, ?> chart) {
    return new Plot(name, title, note, png(chart));
  }

  private static byte[] png(Chart<?, ?> chart) {
    try {
      BufferedImage image =
          new BufferedImage(WIDTH * SCALE, HEIGHT * SCALE, BufferedImage.TYPE_INT_RGB);
      Graphics2D graphics = image.createGraphics();
      graphics.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
      graphics.scale(SCALE, SCALE);
      chart.paint(graphics, WIDTH, HEIGHT);
      graphics.dispose();
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      ImageIO.write(image, "png", out);
      return out.toByteArray();
    } catch (LinkageError | InternalError e) {
      throw new UserError(
          "this Java cannot draw text, which plots need: install fontconfig and a font such as"
              + " DejaVu, or leave --report out",
          e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

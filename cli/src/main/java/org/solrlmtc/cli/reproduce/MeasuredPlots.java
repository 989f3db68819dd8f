package org.solrlmtc.cli.reproduce;

import java.awt.Color;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.internal.chartpart.Chart;
import org.knowm.xchart.style.markers.SeriesMarkers;
import org.solrlmtc.cli.report.Charts;
import org.solrlmtc.cli.report.Plot;
import org.solrlmtc.core.eval.Measure;

/** Draws measures of methods beside the published ones. */
final class MeasuredPlots {
  private static final int MAX_K = 10;
  private static final List<Color> COLOURS =
      List.of(Charts.BLUE, Charts.ORANGE, Charts.GREEN, Charts.PINK, Charts.YELLOW, Charts.SKY);

  private MeasuredPlots() {}

  /** The first measure of a table as bars. */
  static Plot bars(Plan.Exhibit exhibit, List<RowResult> results, Published published) {
    String measure = published.columns().get(0);
    CategoryChart chart = Charts.bars("", measure);
    chart.getStyler().setXAxisLabelRotation(30).setYAxisMax(1.0).setYAxisDecimalPattern("0.0");
    List<String> names = results.stream().map(RowResult::system).toList();
    chart
        .addSeries(
            "ours", names, results.stream().map(row -> row.mean(Measure.parse(measure))).toList())
        .setFillColor(Charts.BLUE);
    List<Double> theirs = new ArrayList<>();
    for (String name : names) {
      double value = published.value(name, measure);
      // null: no bar where nothing is published
      theirs.add(Double.isNaN(value) ? null : Double.valueOf(value));
    }
    if (theirs.stream().anyMatch(value -> value != null)) {
      chart
          .addSeries("published, " + exhibit.publishedOn(), names, theirs)
          .setFillColor(Charts.ORANGE);
    }
    return new Plot(
        exhibit.name(), exhibit.title() + ": " + measure, exhibit.note(), Charts.png(chart));
  }

  /** RP@K, P@K and R@K over K, each in a chart of its own. */
  static Plot curves(Plan.Exhibit exhibit, List<RowResult> results, Published published) {
    List<Chart<?, ?>> charts = new ArrayList<>();
    for (String measure : List.of("RP@", "P@", "R@")) {
      XYChart chart = Charts.lines("K", measure + "K");
      chart.getStyler().setXAxisMin(1.0).setXAxisMax((double) MAX_K);
      chart.getStyler().setYAxisMin(0.0).setYAxisMax(1.0).setYAxisDecimalPattern("0.0");
      chart.getStyler().setXAxisTickMarkSpacingHint(60);
      for (int i = 0; i < results.size(); i++) {
        RowResult row = results.get(i);
        Color colour = COLOURS.get(i % COLOURS.size());
        List<Integer> ks = IntStream.rangeClosed(1, MAX_K).boxed().toList();
        Charts.line(
            chart.addSeries(
                row.system(),
                ks,
                ks.stream().map(k -> row.mean(Measure.parse(measure + k))).toList()),
            colour,
            Charts.THICK,
            SeriesMarkers.CIRCLE);
        if (!Double.isNaN(published.value(row.system(), measure + 1))) {
          XYSeries theirs =
              chart.addSeries(
                  row.system() + " (published)",
                  ks,
                  ks.stream().map(k -> published.value(row.system(), measure + k)).toList());
          theirs.setShowInLegend(false);
          Charts.line(theirs, colour, Charts.DOTTED, SeriesMarkers.NONE);
        }
      }
      charts.add(chart);
    }
    return new Plot(
        exhibit.name(),
        exhibit.title(),
        "Solid: ours. Dotted, in the same colour: published. " + exhibit.note(),
        Charts.png(charts.toArray(Chart<?, ?>[]::new)));
  }
}

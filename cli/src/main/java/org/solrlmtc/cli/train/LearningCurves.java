package org.solrlmtc.cli.train;

import java.awt.BasicStroke;
import java.awt.Color;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.style.markers.Marker;
import org.knowm.xchart.style.markers.SeriesMarkers;
import org.solrlmtc.cli.report.Charts;
import org.solrlmtc.cli.report.Plot;
import org.solrlmtc.cli.report.Table;
import org.solrlmtc.training.neural.loop.LearningCurve;
import org.solrlmtc.training.neural.loop.LearningCurve.Point;

/**
 * Learning curves of several networks, for comparison.
 *
 * @param byName at least one
 */
record LearningCurves(SortedMap<String, LearningCurve> byName) {
  private static final List<Color> COLOURS =
      List.of(
          Charts.BLUE,
          Charts.ORANGE,
          Charts.GREEN,
          Charts.PINK,
          Charts.YELLOW,
          Charts.SKY,
          Charts.GREY);

  /** Losses above, ranking measures below; one colour per network. */
  Plot plot() {
    XYChart losses = Charts.lines("epoch", "loss");
    XYChart rankings = Charts.lines("epoch", "on dev");
    rankings.getStyler().setYAxisDecimalPattern("0.00");
    int next = 0;
    for (Map.Entry<String, LearningCurve> entry : byName.entrySet()) {
      String name = entry.getKey();
      LearningCurve curve = entry.getValue();
      Color colour = COLOURS.get(next++ % COLOURS.size());
      add(losses, name + ", training", curve.loss(), colour, Charts.DASHED, SeriesMarkers.NONE);
      add(losses, name + ", dev", curve.devLoss(), colour, Charts.THICK, SeriesMarkers.CIRCLE);
      add(rankings, name + ", RP@5", curve.devRp5(), colour, Charts.THICK, SeriesMarkers.CIRCLE);
      add(rankings, name + ", nDCG@5", curve.devNdcg5(), colour, Charts.DASHED, SeriesMarkers.NONE);
    }
    return new Plot(
        "curves",
        "Learning curves",
        "Training loss (dashed) and dev loss (solid); below, dev RP@5 (solid) and nDCG@5 (dashed).",
        Charts.png(losses, rankings));
  }

  private static void add(
      XYChart chart,
      String name,
      List<Point> points,
      Color colour,
      BasicStroke stroke,
      Marker marker) {
    if (!points.isEmpty()) {
      Charts.line(
          chart.addSeries(
              name,
              points.stream().map(Point::epoch).toList(),
              points.stream().map(Point::value).toList()),
          colour,
          stroke,
          marker);
    }
  }

  /** The final losses and the best evaluation of each network. */
  Table table() {
    List<List<String>> rows = new ArrayList<>();
    byName.forEach(
        (name, curve) -> {
          Optional<Point> best =
              curve.devRp5().stream().max(Comparator.comparingDouble(Point::value));
          rows.add(
              List.of(
                  name,
                  last(curve.loss()),
                  last(curve.devLoss()),
                  best.map(point -> Table.share(point.value())).orElse("-"),
                  best.map(point -> String.format(Locale.ROOT, "%.0f", point.epoch()))
                      .orElse("-")));
        });
    return new Table(
        "Learning curves",
        "Losses at the end of training; the best RP@5 on dev, and its epoch.",
        List.of("network", "loss", "dev loss", "best RP@5", "epoch"),
        rows);
  }

  private static String last(List<Point> points) {
    return points.isEmpty() ? "-" : Table.share(points.get(points.size() - 1).value());
  }
}

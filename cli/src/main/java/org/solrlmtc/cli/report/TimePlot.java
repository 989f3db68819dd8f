package org.solrlmtc.cli.report;

import java.awt.Color;
import java.util.ArrayList;
import java.util.List;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.internal.chartpart.Chart;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** Plots figures over time, with axes that start at zero, so that growth is not exaggerated. */
public final class TimePlot {
  private static final List<Color> COLOURS = List.of(Charts.BLUE, Charts.ORANGE, Charts.GREEN);

  /**
   * A figure over time.
   *
   * @param values one per point in time; NaN where it is not known
   */
  public record Line(String name, List<Double> values) {}

  /**
   * Figures with a common scale.
   *
   * @param title title of the scale
   * @param lines at most three
   */
  public record Panel(String title, List<Line> lines) {}

  private TimePlot() {}

  /**
   * Draws a plot and discards it. A Java that cannot draw must fail before hours of measuring, and
   * AWT cannot be initialised any more once the process is ending.
   */
  public static void tryOut() {
    of("", "", List.of(0.0), List.of(new Panel("", List.of(new Line("nothing", List.of(1.0))))));
  }

  /** The panels one below the other. */
  public static Plot of(String name, String title, List<Double> minutes, List<Panel> panels) {
    List<Chart<?, ?>> charts = new ArrayList<>();
    for (Panel panel : panels) {
      XYChart chart = Charts.lines("minutes", panel.title());
      chart.getStyler().setXAxisMin(0.0).setYAxisMin(0.0);
      chart.getStyler().setXAxisDecimalPattern("0.##");
      for (int i = 0; i < panel.lines().size(); i++) {
        add(chart, panel.lines().get(i), minutes, COLOURS.get(i));
      }
      if (!chart.getSeriesMap().isEmpty()) {
        charts.add(chart);
      }
    }
    return new Plot(name, title, "", Charts.png(charts.toArray(Chart<?, ?>[]::new)));
  }

  private static void add(XYChart chart, Line line, List<Double> minutes, Color colour) {
    List<Double> x = new ArrayList<>();
    List<Double> y = new ArrayList<>();
    for (int i = 0; i < minutes.size(); i++) {
      if (!line.values().get(i).isNaN()) {
        x.add(minutes.get(i));
        y.add(line.values().get(i));
      }
    }
    if (!x.isEmpty()) {
      Charts.line(chart.addSeries(line.name(), x, y), colour, Charts.THICK, SeriesMarkers.NONE);
    }
  }
}

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
import java.util.Locale;
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
import org.solrlmtc.cli.common.UserError;

/** The style of all charts, and their rendering as PNG. */
public final class Charts {
  static final int WIDTH = 820;
  static final int HEIGHT = 500;

  /** Pixels per point: sharp on dense screens and on paper. */
  private static final int SCALE = 2;

  /** Colours of Okabe and Ito's palette, which colour-blind readers can distinguish. */
  public static final Color BLUE = new Color(0x0072B2);

  public static final Color ORANGE = new Color(0xD55E00);
  public static final Color GREEN = new Color(0x009E73);
  public static final Color PINK = new Color(0xCC79A7);
  public static final Color YELLOW = new Color(0xE69F00);
  public static final Color SKY = new Color(0x56B4E9);
  public static final Color GREY = new Color(0x777777);
  private static final Color GRID = new Color(0xDDDDDD);

  public static final BasicStroke THICK = new BasicStroke(2.4f);
  public static final BasicStroke DASHED =
      new BasicStroke(
          2f, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND, 10f, new float[] {7f, 5f}, 0f);
  public static final BasicStroke DOTTED =
      new BasicStroke(
          1.6f, BasicStroke.CAP_ROUND, BasicStroke.JOIN_ROUND, 10f, new float[] {1f, 5f}, 0f);

  static {
    System.setProperty("java.awt.headless", "true");
  }

  private Charts() {}

  public static XYChart lines(String xTitle, String yTitle) {
    XYChart chart =
        new XYChartBuilder()
            .width(WIDTH)
            .height(HEIGHT)
            .xAxisTitle(xTitle)
            .yAxisTitle(yTitle)
            .build();
    style(chart.getStyler());
    return chart;
  }

  public static void line(XYSeries series, Color colour, BasicStroke stroke, Marker marker) {
    series.setLineColor(colour).setLineStyle(stroke);
    series.setMarker(marker).setMarkerColor(colour);
  }

  public static CategoryChart bars(String xTitle, String yTitle) {
    CategoryChart chart =
        new CategoryChartBuilder()
            .width(WIDTH)
            .height(HEIGHT)
            .xAxisTitle(xTitle)
            .yAxisTitle(yTitle)
            .build();
    style(chart.getStyler());
    chart.getStyler().setAvailableSpaceFill(0.8).setYAxisMin(0.0);
    // bars start at the axis; at 1 the ticks at both ends would be missing
    chart.getStyler().setPlotContentSize(0.995);
    return chart;
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

  /** One image of all charts, one below the other. */
  public static byte[] png(Chart<?, ?>... charts) {
    try {
      BufferedImage image =
          new BufferedImage(
              WIDTH * SCALE, charts.length * HEIGHT * SCALE, BufferedImage.TYPE_INT_RGB);
      Graphics2D graphics = image.createGraphics();
      graphics.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
      graphics.scale(SCALE, SCALE);
      for (Chart<?, ?> chart : charts) {
        chart.paint(graphics, WIDTH, HEIGHT);
        graphics.translate(0, HEIGHT);
      }
      graphics.dispose();
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      ImageIO.write(image, "png", out);
      return out.toByteArray();
    } catch (LinkageError | InternalError e) {
      throw new UserError(
          "this Java cannot draw text, which plots need: install fontconfig and a font such as"
              + " DejaVu",
          e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

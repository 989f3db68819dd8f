package org.solrlmtc.cli.report;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;

/**
 * A page of tables and plots. It is written as {@code report.html}, one self-contained file, and as
 * {@code report.md} with the plots as PNG files beside it.
 *
 * @param title the page's heading
 * @param facts lines below it: what was measured, on what
 */
public record Report(String title, List<String> facts, List<Table> tables, List<Plot> plots) {

  private static final String STYLE =
      """
      :root { color-scheme: light dark; }
      body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 0 auto; padding: 1rem; }
      h1 { font-size: 1.6rem; line-height: 1.2; }
      h2 { font-size: 1.2rem; margin: 2rem 0 .25rem; }
      p, ul { margin: .25rem 0 .75rem; }
      .scroll { overflow-x: auto; }
      table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
      th, td { padding: .2rem .6rem; text-align: right; white-space: nowrap; }
      th:first-child { text-align: left; padding-left: 0; }
      thead th { border-bottom: 2px solid; }
      tbody th { font-weight: normal; }
      tbody tr + tr > * { border-top: 1px solid #8886; }
      figure { margin: 0; }
      img { max-width: 100%; height: auto; border-radius: 4px; }
      @media print {
        body { max-width: none; font-size: 10pt; padding: 0; }
        .scroll { overflow: visible; }
        th, td { padding: .1rem .35rem; }
        section { break-inside: avoid; }
      }
      """;

  public Report {
    facts = List.copyOf(facts);
    tables = List.copyOf(tables);
    plots = List.copyOf(plots);
  }

  /** Writes the report into a folder, which is created if missing; older files are replaced. */
  public void write(Path folder) throws IOException {
    Files.createDirectories(folder);
    for (Plot plot : plots) {
      Files.write(folder.resolve(plot.name() + ".png"), plot.png());
    }
    Files.writeString(folder.resolve("report.md"), toMarkdown());
    Files.writeString(folder.resolve("report.html"), toHtml());
  }

  private String toMarkdown() {
    StringBuilder text = new StringBuilder("# ").append(Table.escapeMarkdown(title)).append("\n\n");
    facts.forEach(fact -> text.append("- ").append(Table.escapeMarkdown(fact)).append('\n'));
    tables.forEach(table -> text.append('\n').append(table.toMarkdown()));
    for (Plot plot : plots) {
      String plotTitle = Table.escapeMarkdown(plot.title());
      text.append("\n## ").append(plotTitle).append("\n\n");
      text.append(Table.escapeMarkdown(plot.note())).append("\n\n");
      text.append("![").append(plotTitle).append("](").append(plot.name()).append(".png)\n");
    }
    return text.toString();
  }

  private String toHtml() {
    StringBuilder html = new StringBuilder("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n");
    html.append("<meta charset=\"utf-8\">\n");
    html.append("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
    String heading = Table.escapeHtml(title);
    html.append("<title>").append(heading).append("</title>\n");
    html.append("<style>\n").append(STYLE).append("</style>\n</head>\n<body>\n");
    html.append("<h1>").append(heading).append("</h1>\n<ul>\n");
    facts.forEach(fact -> html.append("<li>").append(Table.escapeHtml(fact)).append("</li>\n"));
    html.append("</ul>\n");
    tables.forEach(table -> html.append(table.toHtml()));
    plots.forEach(plot -> appendFigure(html, plot));
    return html.append("</body>\n</html>\n").toString();
  }

  private static void appendFigure(StringBuilder html, Plot plot) {
    String title = Table.escapeHtml(plot.title());
    html.append("<section>\n<h2>").append(title).append("</h2>\n<p>");
    html.append(Table.escapeHtml(plot.note())).append("</p>\n<figure><img alt=\"").append(title);
    html.append("\" width=\"").append(Charts.WIDTH).append("\" height=\"").append(Charts.HEIGHT);
    html.append("\" src=\"data:image/png;base64,");
    html.append(new String(Base64.getEncoder().encode(plot.png()), StandardCharsets.US_ASCII));
    html.append("\"></figure>\n</section>\n");
  }
}

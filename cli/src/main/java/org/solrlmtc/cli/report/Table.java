package org.solrlmtc.cli.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * A table of results: the first column names the rows, the others are figures.
 *
 * @param title what it shows
 * @param note one or two sentences below the title, or empty
 * @param header one entry per column
 * @param rows each as long as the header
 */
public record Table(String title, String note, List<String> header, List<List<String>> rows) {
  private static final int TEXT_WIDTH = 100;

  public Table {
    header = List.copyOf(header);
    rows = rows.stream().map(List::copyOf).toList();
    for (List<String> row : rows) {
      if (row.size() != header.size()) {
        throw new IllegalArgumentException(
            "the table '" + title + "' has " + header.size() + " columns, but a row " + row);
      }
    }
  }

  /** A ratio with three decimals, as in the paper; a dash where it is undefined. */
  public static String share(double value) {
    return Double.isNaN(value) ? "-" : String.format(Locale.ROOT, "%.3f", value);
  }

  /** A whole number. */
  public static String count(long value) {
    return String.format(Locale.ROOT, "%,d", value);
  }

  /** The form for a terminal, with aligned columns. */
  public String toText() {
    List<Integer> widths = new ArrayList<>();
    for (int column = 0; column < header.size(); column++) {
      int width = header.get(column).length();
      for (List<String> row : rows) {
        width = Math.max(width, row.get(column).length());
      }
      widths.add(width);
    }
    StringBuilder text = new StringBuilder(printable(title)).append('\n');
    if (!note.isEmpty()) {
      text.append(wrap(printable(note)));
    }
    appendLine(text, header, widths);
    rows.forEach(row -> appendLine(text, row, widths));
    return text.toString();
  }

  /** Breaks running text into lines that fit a terminal. */
  private static String wrap(String words) {
    StringBuilder text = new StringBuilder();
    StringBuilder line = new StringBuilder(" ");
    for (String word : words.split(" ")) {
      if (line.length() + word.length() >= TEXT_WIDTH) {
        text.append(line).append('\n');
        line = new StringBuilder(" ");
      }
      line.append(' ').append(word);
    }
    return text.append(line).append('\n').toString();
  }

  private static void appendLine(StringBuilder text, List<String> cells, List<Integer> widths) {
    StringBuilder line = new StringBuilder();
    for (int column = 0; column < cells.size(); column++) {
      String padding = " ".repeat(widths.get(column) - cells.get(column).length());
      String cell = printable(cells.get(column));
      line.append("  ").append(column == 0 ? cell + padding : padding + cell);
    }
    text.append(line.toString().stripTrailing()).append('\n');
  }

  /** Replaces control characters: names come from files and must not control the terminal. */
  private static String printable(String text) {
    return text.replaceAll("\\p{Cntrl}", "?");
  }

  /** The form for a Markdown page. */
  public String toMarkdown() {
    StringBuilder text = new StringBuilder("## ").append(escapeMarkdown(title)).append("\n\n");
    if (!note.isEmpty()) {
      text.append(escapeMarkdown(note)).append("\n\n");
    }
    text.append(markdownRow(header));
    text.append("|---|").append("---:|".repeat(header.size() - 1)).append('\n');
    rows.forEach(row -> text.append(markdownRow(row)));
    return text.toString();
  }

  private static String markdownRow(List<String> cells) {
    return cells.stream()
        .map(Table::escapeMarkdown)
        .collect(Collectors.joining(" | ", "| ", " |\n"));
  }

  /** Keeps text from being read as markup, as a new column or as a new line. */
  static String escapeMarkdown(String text) {
    return text.replaceAll("\\s+", " ")
        .replace("&", "&amp;")
        .replace("<", "&lt;")
        .replaceAll("([\\\\`*_\\[\\]|])", "\\\\$1");
  }

  /** The form for a web page. */
  String toHtml() {
    StringBuilder html = new StringBuilder("<section>\n<h2>").append(escapeHtml(title));
    html.append("</h2>\n");
    if (!note.isEmpty()) {
      html.append("<p>").append(escapeHtml(note)).append("</p>\n");
    }
    html.append("<div class=\"scroll\"><table>\n<thead><tr>");
    header.forEach(
        cell -> html.append("<th scope=\"col\">").append(escapeHtml(cell)).append("</th>"));
    html.append("</tr></thead>\n<tbody>\n");
    for (List<String> row : rows) {
      html.append("<tr><th scope=\"row\">").append(escapeHtml(row.get(0))).append("</th>");
      row.subList(1, row.size())
          .forEach(cell -> html.append("<td>").append(escapeHtml(cell)).append("</td>"));
      html.append("</tr>\n");
    }
    return html.append("</tbody>\n</table></div>\n</section>\n").toString();
  }

  static String escapeHtml(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;")
        .replace("'", "&#39;");
  }
}

package org.solrlmtc.cli.reproduce;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.solrlmtc.cli.common.UserError;
import org.solrlmtc.cli.evaluate.report.PublishedResults;

/**
 * A table of published figures.
 *
 * @param columns names of the columns after the first, which names the rows
 * @param rows cells by the name of the row
 */
record Published(List<String> columns, Map<String, List<String>> rows) {
  /** The paper's main table. */
  private static final String RESULTS = "results";

  /** The tables of an exhibit; without any, the columns of the main table and no figures. */
  static List<Published> of(Plan.Exhibit exhibit, Path plan) {
    return exhibit.published().isEmpty()
        ? List.of(new Published(read(RESULTS, plan).columns(), Map.of()))
        : exhibit.published().stream().map(name -> read(name, plan)).toList();
  }

  /**
   * Reads a table.
   *
   * @param name of a shipped table, or of a file beside the plan if it ends in {@code .tsv}
   * @throws UserError naming what is missing or wrong
   */
  private static Published read(String name, Path plan) {
    List<List<String>> lines;
    if (name.endsWith(".tsv")) {
      Path file = plan.toAbsolutePath().resolveSibling(name);
      try {
        lines = PublishedResults.parse(Files.readString(file, StandardCharsets.UTF_8));
      } catch (IOException e) {
        throw new UserError(plan + ": cannot read the published figures " + file, e);
      }
    } else {
      lines =
          PublishedResults.table(name)
              .orElseThrow(
                  () ->
                      new UserError(
                          plan
                              + ": there are no published figures '"
                              + name
                              + "'; name a file beside the plan, "
                              + name
                              + ".tsv"));
    }
    Map<String, List<String>> rows = new LinkedHashMap<>();
    int width = lines.get(0).size();
    for (int number = 1; number < lines.size(); number++) {
      List<String> line = lines.get(number);
      if (line.size() != width) {
        throw new UserError(
            name + ":" + (number + 1) + ": expected " + width + " fields separated by tabs");
      }
      rows.put(line.get(0), line.subList(1, width));
    }
    return new Published(lines.get(0).subList(1, width), rows);
  }

  /** A cell; empty if the row or its value is missing. */
  Optional<String> cell(String row, String column) {
    List<String> cells = rows.get(row);
    int index = columns.indexOf(column);
    return cells == null || index < 0 || cells.get(index).isBlank()
        ? Optional.empty()
        : Optional.of(cells.get(index));
  }

  /** A figure; {@code NaN} if it is missing. */
  double value(String row, String column) {
    try {
      return cell(row, column).map(Double::valueOf).orElse(Double.NaN);
    } catch (NumberFormatException e) {
      throw new UserError("the published figure " + column + " of " + row + " is not a number", e);
    }
  }
}

package org.solrlmtc.readers.act.page;

import java.util.List;
import java.util.Optional;
import org.solrlmtc.core.act.ActRecord;
import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.readers.act.page.HtmlLines.Line;
import org.solrlmtc.readers.act.page.HtmlLines.Role;
import org.solrlmtc.readers.act.source.ActType;
import org.solrlmtc.readers.act.source.Origin;
import org.solrlmtc.readers.act.source.Title;

/**
 * A plain text as an act. The text of an act with its enacting formula is divided into zones like a
 * page of EUR-Lex. Of any other text the first lines, if they are short, are title and header, and
 * the rest is the main body.
 */
public final class PlainText {
  private static final int MAX_HEADER_LINES = 5;
  private static final int MAX_HEADER_LINE = 300;

  /** How much of a running text without a heading becomes its title. */
  private static final int BEGINNING = 150;

  private PlainText() {}

  public static ActRecord read(Origin origin, String text) {
    List<Line> lines =
        text.lines()
            .map(String::strip)
            .filter(line -> !line.isEmpty())
            .map(line -> new Line(line, Role.NONE, "", false))
            .toList();
    Optional<ActRecord> act = EurLexHtmlReader.readText(origin, lines);
    return act.orElseGet(
        () -> new ActRecord(titled(origin.actId(), text), "", List.of(), origin.label()));
  }

  /** A text that is not divided into zones. */
  public static LegalAct titled(String id, String text) {
    List<String> lines = text.strip().lines().map(String::strip).toList();
    int end = 0;
    while (end < Math.min(lines.size(), MAX_HEADER_LINES) && isHeading(lines.get(end))) {
      end++;
    }
    List<String> header = lines.subList(0, end);
    String title = end == 0 ? Title.of(lines.subList(0, 1), BEGINNING) : Title.of(header);
    String rest = String.join("\n", lines.subList(end, lines.size())).strip();
    return new LegalAct(
        id,
        ActType.of(title),
        title,
        String.join("\n", header),
        "",
        rest.isEmpty() ? List.of() : List.of(rest),
        "");
  }

  /** The header ends at an empty line or where running text begins. */
  private static boolean isHeading(String line) {
    return !line.isEmpty() && line.length() <= MAX_HEADER_LINE;
  }
}

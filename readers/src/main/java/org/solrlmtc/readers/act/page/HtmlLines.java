package org.solrlmtc.readers.act.page;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Node;
import org.jsoup.nodes.TextNode;
import org.jsoup.select.NodeFilter;
import org.solrlmtc.readers.act.source.LineWriter;

/** The visible lines of an HTML element, each with the meaning of its markup. */
final class HtmlLines implements NodeFilter {

  /** The role of a line, by the classes of the Official Journal's style sheets. */
  enum Role {
    NONE,
    /** Date, language, series and page: the head of a page of the Official Journal. */
    PAGE_HEAD,
    TITLE,
    ARTICLE_HEADING,
    SIGNATURE,
    NOTE
  }

  /**
   * One line.
   *
   * @param section the kind of ELI subdivision around it, such as {@code rct} or {@code art}; or
   *     empty
   */
  record Line(String text, Role role, String section, boolean inTable) {}

  private record Mark(Role role, String section, boolean inTable) {}

  /**
   * Pages before 2023 have the same classes without their prefix; consolidated ones have their own.
   */
  private static final String PREFIX = "oj-";

  private static final Map<String, Role> ROLES =
      Map.ofEntries(
          Map.entry("hd-date", Role.PAGE_HEAD),
          Map.entry("hd-lg", Role.PAGE_HEAD),
          Map.entry("hd-ti", Role.PAGE_HEAD),
          Map.entry("hd-oj", Role.PAGE_HEAD),
          Map.entry("hd-coll", Role.PAGE_HEAD),
          Map.entry("hd-uniq", Role.PAGE_HEAD),
          Map.entry("doc-ti", Role.TITLE),
          Map.entry("title-doc-first", Role.TITLE),
          Map.entry("title-doc-last", Role.TITLE),
          Map.entry("ti-art", Role.ARTICLE_HEADING),
          Map.entry("title-article-norm", Role.ARTICLE_HEADING),
          Map.entry("signatory", Role.SIGNATURE),
          Map.entry("note", Role.NOTE),
          Map.entry("footnote", Role.NOTE));

  /** What consolidated texts put around a passage: which act it comes from. */
  private static final Pattern AMENDMENT_MARKS =
      Pattern.compile("[►▼]\\s?[A-Z]{1,2}[0-9]{0,3}(?![0-9A-Za-z])|[►▼◄]");

  private static final Pattern SECTION =
      Pattern.compile("(pbl|cit|rct|enc|art|fnp|anx)_.*", Pattern.DOTALL);

  /** In documents of the Commission, where neither is separated from the text. */
  private static final String NUMBER = "num";

  private static final String NOTE_REFERENCE = "footnoteRef";

  private static final Set<String> ROWS = Set.of("tr", "table");
  private static final Set<String> INVISIBLE = Set.of("nav", "noscript", "template", "button");

  private final LineWriter writer = new LineWriter();
  private final List<Mark> marks = new ArrayList<>();
  private final Deque<Mark> open = new ArrayDeque<>();

  private HtmlLines() {
    open.push(new Mark(Role.NONE, "", false));
  }

  static List<Line> of(Element root) {
    HtmlLines visitor = new HtmlLines();
    root.filter(visitor);
    List<String> texts = visitor.writer.lines();
    List<Line> lines = new ArrayList<>(texts.size());
    for (int i = 0; i < texts.size(); i++) {
      Mark mark = visitor.marks.get(i);
      lines.add(new Line(texts.get(i), mark.role(), mark.section(), mark.inTable()));
    }
    return lines;
  }

  @Override
  public FilterResult head(Node node, int depth) {
    if (node instanceof TextNode text) {
      writeText(AMENDMENT_MARKS.matcher(text.getWholeText()).replaceAll(" "));
    } else if (node instanceof Element element) {
      if (INVISIBLE.contains(element.normalName())) {
        return FilterResult.SKIP_ENTIRELY;
      }
      open.push(markOf(element, open.peek()));
      if (element.hasClass(NOTE_REFERENCE)) {
        writeText(" (");
      }
      if (isCell(element)) {
        writer.beginCell();
      } else if (element.isBlock() || element.normalName().equals("br")) {
        writer.breakLine();
      }
    }
    return FilterResult.CONTINUE;
  }

  @Override
  public FilterResult tail(Node node, int depth) {
    if (node instanceof Element element) {
      open.pop();
      if (element.hasClass(NOTE_REFERENCE)) {
        writeText(")");
      }
      if (element.hasClass(NUMBER)) {
        writer.space();
      }
      if (isCell(element)) {
        writer.endCell();
      } else if (ROWS.contains(element.normalName())) {
        writer.endRow();
      } else if (element.isBlock()) {
        writer.breakLine();
      }
    }
    return FilterResult.CONTINUE;
  }

  private void writeText(String text) {
    if (writer.text(text)) {
      marks.add(open.peek());
    }
  }

  /** Recent consolidated texts put the number of a point and its text into a grid. */
  private static boolean isCell(Element element) {
    return element.normalName().equals("td")
        || element.normalName().equals("th")
        || element.hasClass("grid-list-column-1");
  }

  private static Mark markOf(Element element, Mark parent) {
    Role role = parent.role();
    for (String name : element.classNames()) {
      String bare = name.startsWith(PREFIX) ? name.substring(PREFIX.length()) : name;
      role = ROLES.getOrDefault(bare, role);
    }
    Matcher section = SECTION.matcher(element.id());
    return new Mark(
        role,
        section.matches() ? section.group(1) : parent.section(),
        parent.inTable() || element.normalName().equals("td"));
  }
}

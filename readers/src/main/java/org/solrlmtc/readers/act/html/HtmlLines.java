package org.solrlmtc.readers.act.html;

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
    TITLE,
    ARTICLE_HEADING,
    SIGNATURE
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
      Map.of(
          "doc-ti", Role.TITLE,
          "title-doc-first", Role.TITLE,
          "title-doc-last", Role.TITLE,
          "ti-art", Role.ARTICLE_HEADING,
          "title-article-norm", Role.ARTICLE_HEADING,
          "signatory", Role.SIGNATURE);

  private static final Pattern SECTION =
      Pattern.compile("(pbl|cit|rct|enc|art|fnp|anx)_.*", Pattern.DOTALL);
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
      if (writer.text(text.getWholeText())) {
        marks.add(open.peek());
      }
    } else if (node instanceof Element element) {
      if (INVISIBLE.contains(element.normalName())) {
        return FilterResult.SKIP_ENTIRELY;
      }
      open.push(markOf(element, open.peek()));
      if (element.isBlock() || element.normalName().equals("br")) {
        writer.breakLine();
      }
    }
    return FilterResult.CONTINUE;
  }

  @Override
  public FilterResult tail(Node node, int depth) {
    if (node instanceof Element element) {
      open.pop();
      switch (element.normalName()) {
        case "td", "th" -> writer.endCell();
        case "tr", "table" -> writer.endRow();
        default -> {
          if (element.isBlock()) {
            writer.breakLine();
          }
        }
      }
    }
    return FilterResult.CONTINUE;
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

package org.solrlmtc.readers.act;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.select.NodeFilter;
import org.solrlmtc.core.act.ActRecord;
import org.solrlmtc.core.act.Zone;
import org.solrlmtc.readers.act.HtmlLines.Line;
import org.solrlmtc.readers.act.HtmlLines.Role;

/**
 * An act in EUR-Lex HTML. The page is read as lines, and zone follows zone, never backwards. The
 * Official Journal's classes and ids mark the borders if the page has them; in older pages, which
 * are plain paragraphs, the fixed phrases of English acts do.
 */
final class EurLexHtmlReader {
  private static final Pattern PREAMBLE =
      phrase("(?:having regard|having considered|whereas|acting)\\b.*");
  private static final Pattern ENACTING =
      phrase("(?:has|have) (?:adopted|decided|agreed)(?: this| the| as follows| ?:).*");
  private static final Pattern ARTICLE_NUMBER =
      phrase("(?:sole )?article(?: [0-9]+[a-z]{0,2}| [ivxlc]+| one)?\\s*[.:]?");
  private static final Pattern CLOSING = phrase("done (?:at|in) .*");
  private static final Pattern ANNEX = phrase("annex(?:es)?(?: [ivxlc]+| [0-9]+| [a-z])?");

  private final Origin origin;
  private final List<Line> lines;
  private final boolean headingsAreMarked;
  private final boolean hasEnactingFormula;
  private final List<String> markedTitle = new ArrayList<>();
  private final List<String> header = new ArrayList<>();
  private final List<String> recitals = new ArrayList<>();

  /** Text before the first article, such as a chapter's name, belongs to it. */
  private final List<List<String>> articles = new ArrayList<>(List.of(new ArrayList<>()));

  private final List<String> attachments = new ArrayList<>();
  private int articleCount;

  private EurLexHtmlReader(Origin origin, List<Line> lines) {
    this.origin = origin;
    this.lines = lines;
    this.headingsAreMarked = lines.stream().anyMatch(line -> line.role() == Role.ARTICLE_HEADING);
    this.hasEnactingFormula = lines.stream().anyMatch(line -> matches(ENACTING, line));
  }

  static ActPart read(Origin origin, String html) throws DamagedInput {
    Document page = Jsoup.parse(html);
    List<Line> lines = HtmlLines.of(actElement(page));
    return ActPart.whole(new EurLexHtmlReader(origin, lines).read(page));
  }

  private ActRecord read(Document page) throws DamagedInput {
    Zone reached = divide();
    if (reached == Zone.HEADER && markedTitle.isEmpty() && !lines.isEmpty()) {
      throw DamagedInput.notAnAct(
          origin.label(), "an HTML page without title, recitals and articles of a EUR-Lex act");
    }
    return ActAssembler.assemble(
        origin,
        celex(page).orElseGet(origin::actId),
        title(),
        String.join("\n", header),
        String.join("\n", recitals),
        articles.stream().map(article -> String.join("\n", article)).toList(),
        String.join("\n", attachments));
  }

  /** Sorts the lines into zones and returns the last zone reached. */
  private Zone divide() {
    Zone zone = Zone.HEADER;
    for (Line line : lines) {
      zone = zoneOf(line, zone);
      switch (zone) {
        case HEADER -> addToHeader(line);
        case RECITALS -> recitals.add(line.text());
        case MAIN_BODY -> addToBody(line);
        case ATTACHMENTS -> attachments.add(line.text());
      }
    }
    return zone;
  }

  private Zone zoneOf(Line line, Zone zone) {
    if (zone == Zone.ATTACHMENTS || line.section().equals("anx") || line.role() == Role.SIGNATURE) {
      return Zone.ATTACHMENTS;
    }
    boolean annexTitle = line.role() == Role.TITLE;
    if (zone != Zone.HEADER && !line.inTable() && (annexTitle || matches(CLOSING, line))) {
      return Zone.ATTACHMENTS;
    }
    if (zone == Zone.MAIN_BODY) {
      boolean annex = line.section().isEmpty() && !line.inTable() && matches(ANNEX, line);
      return annex ? Zone.ATTACHMENTS : zone;
    }
    // a line of a recital may look like a heading: use it only if the page has no better mark
    boolean heading = isArticleHeading(line) && (headingsAreMarked || !hasEnactingFormula);
    if (heading
        || matches(ENACTING, line)
        || line.section().equals("enc")
        || line.section().equals("art")) {
      return Zone.MAIN_BODY;
    }
    boolean preamble =
        matches(PREAMBLE, line) || line.section().equals("cit") || line.section().equals("rct");
    return preamble ? Zone.RECITALS : zone;
  }

  private void addToHeader(Line line) {
    header.add(line.text());
    if (line.role() == Role.TITLE) {
      markedTitle.add(line.text());
    }
  }

  private void addToBody(Line line) {
    List<String> article = articles.get(articles.size() - 1);
    if (isArticleHeading(line)) {
      if (++articleCount > 1) {
        articles.add(new ArrayList<>());
      }
    } else if (articleCount > 0 || !article.isEmpty() || !matches(ENACTING, line)) {
      article.add(line.text());
    }
  }

  /** Headings inside tables or quotation marks belong to other acts, which this one amends. */
  private boolean isArticleHeading(Line line) {
    boolean heading =
        headingsAreMarked ? line.role() == Role.ARTICLE_HEADING : matches(ARTICLE_NUMBER, line);
    return heading && !line.inTable() && Character.isLetterOrDigit(line.text().codePointAt(0));
  }

  /** What the page marks as title, or else everything before the institution's name. */
  private String title() {
    if (!markedTitle.isEmpty()) {
      return String.join(" ", markedTitle);
    }
    int end = header.size();
    if (end > 1 && header.get(end - 1).startsWith("THE ")) {
      end--;
    }
    return String.join(" ", header.subList(0, end));
  }

  /** The page's own number. */
  private static Optional<String> celex(Document page) {
    return placesOfCelex(page).stream()
        .map(place -> Celex.find(place).or(() -> Celex.fromEli(place)))
        .flatMap(Optional::stream)
        .findFirst();
  }

  /** Texts that may name the page's own number; links in its text lead to other acts. */
  static List<String> placesOfCelex(Document page) {
    List<String> places = new ArrayList<>();
    page.select("meta[property=eli:id_local]").forEach(meta -> places.add(meta.attr("content")));
    page.head().select("meta").forEach(meta -> places.add(meta.attr("content")));
    page.head().select("link[rel=canonical]").forEach(link -> places.add(link.attr("href")));
    places.add(page.title());
    addTexts(page, element -> element.normalName().equals("h1"), places);
    addTexts(
        page,
        element -> element.normalName().equals("p") && element.ownText().startsWith("ELI: "),
        places);
    return places;
  }

  /** Each text once, although an element can be inside another one of its kind. */
  private static void addTexts(Document page, Predicate<Element> wanted, List<String> texts) {
    page.filter(
        (node, depth) -> {
          if (node instanceof Element element && wanted.test(element)) {
            texts.add(element.text());
            return NodeFilter.FilterResult.SKIP_CHILDREN;
          }
          return NodeFilter.FilterResult.CONTINUE;
        });
  }

  /** The part of the page that holds the act, without EUR-Lex's menus. */
  private static Element actElement(Document page) {
    for (String selector : List.of("txt_te", "#TexteOnly", "#docHtml", "#document1")) {
      Element found = page.selectFirst(selector);
      if (found != null && found.hasText()) {
        return found;
      }
    }
    return page.body();
  }

  private static boolean matches(Pattern pattern, Line line) {
    return pattern.matcher(line.text()).matches();
  }

  private static Pattern phrase(String regex) {
    return Pattern.compile(regex, Pattern.CASE_INSENSITIVE);
  }
}

package org.solrlmtc.readers.act.page;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.solrlmtc.core.act.ActRecord;
import org.solrlmtc.core.act.Zone;
import org.solrlmtc.readers.act.page.HtmlLines.Line;
import org.solrlmtc.readers.act.page.HtmlLines.Role;
import org.solrlmtc.readers.act.source.ActAssembler;
import org.solrlmtc.readers.act.source.ActId;
import org.solrlmtc.readers.act.source.ActPart;
import org.solrlmtc.readers.act.source.DamagedInput;
import org.solrlmtc.readers.act.source.Origin;
import org.solrlmtc.readers.act.source.Title;

/**
 * An act in EUR-Lex HTML. The page is read as lines, and zone follows zone, never backwards. The
 * Official Journal's classes and ids mark the borders if the page has them; in older pages, which
 * are plain paragraphs, the fixed phrases of English acts do.
 */
public final class EurLexHtmlReader {
  private static final Pattern PREAMBLE =
      phrase("(?:having regard|having considered|whereas|acting)\\b.*");

  /** Treaties give their reasons in capitals: "RESOLVED to ...", "DESIRING to ...". */
  private static final Pattern TREATY_PREAMBLE =
      Pattern.compile(
          "(?:RESOLVED|RECALLING|DESIRING|CONFIRMING|CONVINCED|DETERMINED|CONSIDERING|CONSCIOUS"
              + "|DRAWING INSPIRATION|RECOGNI[SZ]ING|NOTING|ANXIOUS|AFFIRMING)\\b.*");

  private static final Pattern ENACTING =
      phrase("(?:has|have) (?:adopted|decided|agreed)(?: this| the| as follows| ?:).*");
  private static final Pattern ARTICLE_NUMBER =
      phrase(
          "(?:sole )?article(?: [0-9]+[a-z]{0,2}| [ivxlc]+| [a-z](?:\\.[0-9]+)?| one)?"
              + "(?: ?\\([^()]{0,60}\\))?\\s*[.:]?");
  private static final Pattern CLOSING = phrase("done (?:at|in) .*");
  private static final Pattern ANNEX = phrase("annex(?:es)?(?: [ivxlc]+| [0-9]+| [a-z])?");

  /** In consolidated texts: "( 1 ) OJ L 1, ...". */
  private static final Pattern NOTE = Pattern.compile("\\( [0-9]{1,3} \\) .*");

  private static final Pattern PAGE_FOOT = phrase("ELI: ?https?://\\S+|ISSN [0-9X-]{9}\\b.*");

  /** Who adopts the act, after the title. */
  private static final Pattern INSTITUTION =
      Pattern.compile(
          "THE (?:COUNCIL|COMMISSION|EUROPEAN|HIGH|GOVERNING|REPRESENTATIVES|COURT|JOINT|EEA|ASSOCIATION|CONTRACTING|PRESIDENT|GOVERNMENTS?)\\b.*|(?:HIS|HER)"
              + " (?:MAJESTY|ROYAL)\\b.*");

  /** That many articles before an enacting formula belong to the act, the formula does not. */
  private static final int ARTICLES_BEFORE_A_FORMULA = 3;

  /** Longer than titles on plain pages are: more than the title stands before the preamble. */
  private static final int LONG_PLAIN_TITLE = 600;

  private final Origin origin;
  private final PageMetadata page;
  private final Cover cover;
  private final List<Line> lines;
  private final boolean headingsAreMarked;
  private final boolean headingsBeginTheBody;
  private final int lastHeading;
  private final List<String> markedTitle = new ArrayList<>();
  private final List<String> header = new ArrayList<>();
  private final List<String> recitals = new ArrayList<>();

  /** Text before the first article, such as a chapter's name, belongs to it. */
  private final List<List<String>> articles = new ArrayList<>(List.of(new ArrayList<>()));

  private final List<String> attachments = new ArrayList<>();
  private int articleCount;

  private EurLexHtmlReader(Origin origin, PageMetadata page, Cover cover) {
    this.origin = origin;
    this.page = page;
    this.cover = cover;
    this.lines = cover.act();
    this.headingsAreMarked = lines.stream().anyMatch(line -> line.role() == Role.ARTICLE_HEADING);
    int formula = firstIndex(line -> matches(ENACTING, line));
    int end = formula < 0 ? lines.size() : formula;
    long headingsBefore = lines.subList(0, end).stream().filter(this::isArticleHeading).count();
    this.headingsBeginTheBody =
        headingsAreMarked || formula < 0 || headingsBefore >= ARTICLES_BEFORE_A_FORMULA;
    this.lastHeading = lastIndex(this::isArticleHeading);
    header.addAll(cover.title());
  }

  public static ActPart read(Origin origin, String html) throws DamagedInput {
    PageMetadata page = new PageMetadata(Jsoup.parse(html));
    Optional<Element> act = page.act();
    if (act.isEmpty()) {
      throw DamagedInput.notAnAct(
          origin.label(),
          "a page of the EUR-Lex site (\""
              + page.name()
              + "\") without the text of an act: save the HTML document itself, not the page around"
              + " it");
    }
    List<Line> lines =
        HtmlLines.of(act.get()).stream()
            .filter(line -> line.role() != Role.PAGE_HEAD)
            .filter(line -> !matches(PAGE_FOOT, line) && !Cover.isFiller(line))
            .toList();
    return ActPart.whole(new EurLexHtmlReader(origin, page, Cover.of(lines)).read());
  }

  /** A plain text, if it is the text of an act. */
  static Optional<ActRecord> readText(Origin origin, List<Line> lines) {
    EurLexHtmlReader reader =
        new EurLexHtmlReader(origin, new PageMetadata(new Document("")), Cover.of(lines));
    if (lines.stream().noneMatch(line -> matches(ENACTING, line))
        || reader.cover.isUndivided()
        || reader.divide() == Zone.HEADER) {
      return Optional.empty();
    }
    return Optional.of(reader.assemble());
  }

  private ActRecord read() throws DamagedInput {
    if (cover.isUndivided() || divide() == Zone.HEADER) {
      readUndivided();
    }
    return assemble();
  }

  private ActRecord assemble() {
    cover.attached().forEach(line -> attachments.add(line.text()));
    String title = title();
    return ActAssembler.assemble(
        origin,
        ActId.of(origin, cover.number().or(page::celex), title, page.published()),
        title,
        String.join("\n", header),
        String.join("\n", recitals),
        articles.stream().map(article -> String.join("\n", article)).toList(),
        String.join("\n", attachments));
  }

  /** A document without recitals and articles, such as a corrigendum: a title and a text. */
  private void readUndivided() throws DamagedInput {
    if (lines.isEmpty()) {
      return;
    }
    if (cover.title().isEmpty() && markedTitle.isEmpty()) {
      throw DamagedInput.notAnAct(
          origin.label(), "an HTML page without title, recitals and articles of a EUR-Lex act");
    }
    List<String> texts = lines.stream().map(Line::text).toList();
    int start = firstIndex(line -> line.role() == Role.TITLE) + markedTitle.size();
    int end = cover.title().isEmpty() ? start : 0;
    header.clear();
    header.addAll(cover.title());
    header.addAll(texts.subList(0, end));
    articles.get(0).addAll(texts.subList(end, texts.size()));
  }

  /** Sorts the lines into zones and returns the last zone reached. */
  private Zone divide() {
    Zone zone = Zone.HEADER;
    for (int i = 0; i < lines.size(); i++) {
      Line line = lines.get(i);
      zone = zoneOf(line, zone, i);
      switch (zone) {
        case HEADER -> addToHeader(line);
        case RECITALS -> recitals.add(line.text());
        case MAIN_BODY -> addToBody(line);
        case ATTACHMENTS -> attachments.add(line.text());
      }
    }
    return zone;
  }

  private Zone zoneOf(Line line, Zone zone, int index) {
    if (zone == Zone.ATTACHMENTS || line.section().equals("anx") || line.role() == Role.SIGNATURE) {
      return Zone.ATTACHMENTS;
    }
    boolean annexTitle = line.role() == Role.TITLE;
    if (zone != Zone.HEADER && !line.inTable() && (annexTitle || matches(CLOSING, line))) {
      return Zone.ATTACHMENTS;
    }
    if (zone == Zone.MAIN_BODY) {
      boolean annex = line.section().isEmpty() && !line.inTable() && matches(ANNEX, line);
      return annex || isLastNotes(line, index) ? Zone.ATTACHMENTS : zone;
    }
    // a line of a recital may look like a heading: use it only if the page has no better mark
    boolean heading = isArticleHeading(line) && headingsBeginTheBody;
    if (heading
        || matches(ENACTING, line)
        || line.section().equals("enc")
        || line.section().equals("art")) {
      return Zone.MAIN_BODY;
    }
    boolean preamble =
        matches(PREAMBLE, line)
            || matches(TREATY_PREAMBLE, line)
            || line.section().equals("cit")
            || line.section().equals("rct");
    return preamble ? Zone.RECITALS : zone;
  }

  /** Notes of a text without a signature, behind its last article. */
  private boolean isLastNotes(Line line, int index) {
    return index > lastHeading
        && !line.inTable()
        && (line.role() == Role.NOTE || (cover.isConsolidated() && matches(NOTE, line)));
  }

  /** The title is the first lines marked so; consolidated texts may repeat it. */
  private void addToHeader(Line line) {
    boolean goesOn =
        markedTitle.isEmpty() || markedTitle.get(markedTitle.size() - 1).equals(lastOf(header));
    header.add(line.text());
    if (line.role() == Role.TITLE && goesOn) {
      markedTitle.add(line.text());
    }
  }

  private static String lastOf(List<String> texts) {
    return texts.isEmpty() ? "" : texts.get(texts.size() - 1);
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
    if (!cover.title().isEmpty()) {
      return Title.of(cover.title());
    }
    if (!markedTitle.isEmpty()) {
      return Title.of(markedTitle);
    }
    int end = 1;
    while (end < header.size() && !isInstitution(end)) {
      end++;
    }
    String title = Title.of(header.subList(0, Math.min(end, header.size())));
    return title.length() > LONG_PLAIN_TITLE && !page.title().isEmpty() ? page.title() : title;
  }

  private boolean isInstitution(int line) {
    String text = header.get(line);
    return INSTITUTION.matcher(text).matches()
        || (line == header.size() - 1 && text.startsWith("THE "));
  }

  private int firstIndex(Predicate<Line> condition) {
    return IntStream.range(0, lines.size())
        .filter(i -> condition.test(lines.get(i)))
        .findFirst()
        .orElse(-1);
  }

  private int lastIndex(Predicate<Line> condition) {
    return IntStream.range(0, lines.size())
        .filter(i -> condition.test(lines.get(i)))
        .reduce((first, second) -> second)
        .orElse(-1);
  }

  private static boolean matches(Pattern pattern, Line line) {
    return pattern.matcher(line.text()).matches();
  }

  private static Pattern phrase(String regex) {
    return Pattern.compile(regex, Pattern.CASE_INSENSITIVE);
  }
}

package org.solrlmtc.readers.act.page;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.solrlmtc.readers.act.page.HtmlLines.Line;
import org.solrlmtc.readers.act.page.HtmlLines.Role;
import org.solrlmtc.readers.act.source.ActId;
import org.solrlmtc.readers.act.source.Celex;

/**
 * What some documents have before the act itself: a consolidated text its version, a disclaimer and
 * the list of amending acts, a document of the Commission its references and the explanatory
 * memorandum.
 *
 * @param number the CELEX number that the cover states
 * @param title the title on the cover; empty if the act repeats it
 * @param act the lines of the act
 * @param attached what the document has beside the act, such as the explanatory memorandum
 */
record Cover(Optional<String> number, List<String> title, List<Line> act, List<Line> attached) {
  private static final int SEARCHED_LINES = 20;
  private static final int MAX_TITLE_LINES = 12;
  private static final int LONGEST_TITLE_LINE = 800;

  private static final Pattern DISCLAIMER =
      phrase("this (?:document|text) is meant purely as a documentation tool\\b.*");
  private static final Pattern PUBLISHED = phrase("\\(OJ\\s.*\\)");
  private static final Pattern AMENDED = phrase("(?:amended|corrected) by\\b.*");
  private static final Pattern HAVING_REGARD = phrase("having regard to the treat.*");
  private static final Pattern DELETED = Pattern.compile("[—–_-]{3,}");

  private static final Pattern REFERENCE =
      Pattern.compile("(?:COM|JOIN|SWD|SEC|C)\\s?\\([0-9]{4}\\)\\s?[0-9]{1,5}\\b.{0,40}");
  private static final Pattern PROPOSAL =
      phrase("(?:(?:amended|joint) )?(?:proposal|recommendation) for an?\\b.*");
  private static final Pattern BESIDE_THE_TITLE =
      phrase(
          "european commission|commission of the european communities|high representative .*"
              + "|[a-z]{2}(?: [a-z]{2})?|final(?: [0-9])?|[0-9]{4}/[0-9]{4} ?\\([a-z]+\\)"
              + "|\\W{0,5}\\{.*|.*\\}\\W{0,5}|.{0,30}, (?:the )?[0-9]{1,2}[. ].{0,20}[0-9]{4}"
              + "|\\(text with eea relevance\\)|(?:com|join|swd|sec|c) ?\\([0-9]{4}\\) ?[0-9]+.*");
  private static final Pattern AFTER_THE_TITLE =
      phrase(
          "explanatory memorandum|(?:table of )?contents?|[0-9]+[.)] ?.*|introduction"
              + "|executive summary|the (?:council|european) .*,|having regard .*|whereas.*");

  Cover {
    title = List.copyOf(title);
    act = List.copyOf(act);
    attached = List.copyOf(attached);
  }

  static Cover of(List<Line> lines) {
    for (int i = 0; i < Math.min(lines.size(), SEARCHED_LINES); i++) {
      String text = lines.get(i).text();
      Optional<String> version = Celex.consolidated(text);
      if (version.isPresent()) {
        return consolidated(version, lines.subList(i + 1, lines.size()));
      }
      if (REFERENCE.matcher(text).matches()) {
        return commissionDocument(text, lines.subList(i + 1, lines.size()));
      }
    }
    return new Cover(Optional.empty(), List.of(), lines, List.of());
  }

  boolean isConsolidated() {
    return number.filter(version -> version.contains("-")).isPresent();
  }

  /** A document of the Commission that is no act: a communication, a report. */
  boolean isUndivided() {
    return !title.isEmpty() && attached.isEmpty() && act.stream().noneMatch(Cover::isPreamble);
  }

  private static boolean isPreamble(Line line) {
    return HAVING_REGARD.matcher(line.text()).matches();
  }

  /** Text that neither the act nor the cover needs: marks of deleted passages. */
  static boolean isFiller(Line line) {
    return DELETED.matcher(line.text()).matches();
  }

  private static Cover consolidated(Optional<String> number, List<Line> lines) {
    List<Line> rest =
        lines.stream().filter(line -> !DISCLAIMER.matcher(line.text()).matches()).toList();
    int end = 0;
    while (end < Math.min(rest.size(), MAX_TITLE_LINES) && !endsCoverTitle(rest.get(end))) {
      end++;
    }
    List<Line> title = rest.subList(0, end);
    int repeated = indexOf(rest, title, 1);
    if (repeated >= 0) {
      return new Cover(number, List.of(), rest.subList(repeated, rest.size()), List.of());
    }
    int start = end;
    while (start < rest.size() && (rest.get(start).inTable() || endsCoverTitle(rest.get(start)))) {
      start++;
    }
    if (start < rest.size() && rest.get(start).role() == Role.TITLE) {
      // an amended title, which differs from the one on the cover
      return new Cover(number, List.of(), rest.subList(start, rest.size()), List.of());
    }
    List<Line> act = new ArrayList<>();
    // outside of the table of the cover, so that it is read as a title
    title.forEach(line -> act.add(new Line(line.text(), Role.TITLE, "", false)));
    act.addAll(rest.subList(start, rest.size()));
    return new Cover(number, List.of(), act, List.of());
  }

  private static boolean endsCoverTitle(Line line) {
    return PUBLISHED.matcher(line.text()).matches() || AMENDED.matcher(line.text()).matches();
  }

  private static Cover commissionDocument(String reference, List<Line> lines) {
    int start = 0;
    while (start < lines.size() && isBeside(lines.get(start).text())) {
      start++;
    }
    int end = start;
    while (end < Math.min(lines.size(), start + MAX_TITLE_LINES) && isTitle(lines.get(end))) {
      end++;
    }
    List<Line> title = lines.subList(start, end);
    List<String> texts = title.stream().map(Line::text).filter(text -> !isBeside(text)).toList();
    boolean proposal = !texts.isEmpty() && PROPOSAL.matcher(texts.get(0)).matches();
    Optional<String> number = ActId.ofCommissionDocument(reference, proposal);
    int repeated = proposal ? indexOf(lines, title, end) : -1;
    if (repeated < 0) {
      return new Cover(number, texts, lines.subList(end, lines.size()), List.of());
    }
    return new Cover(
        number,
        texts,
        lines.subList(afterTitle(lines, repeated, title), lines.size()),
        lines.subList(end, repeated));
  }

  private static boolean isBeside(String text) {
    return text.length() <= LONGEST_TITLE_LINE && BESIDE_THE_TITLE.matcher(text).matches();
  }

  private static boolean isTitle(Line line) {
    return line.text().length() <= LONGEST_TITLE_LINE
        && !AFTER_THE_TITLE.matcher(line.text()).matches();
  }

  /** Where the first two lines of the title stand again. */
  private static int indexOf(List<Line> lines, List<Line> title, int from) {
    if (title.isEmpty()) {
      return -1;
    }
    int compared = Math.min(2, title.size());
    return IntStream.rangeClosed(from, lines.size() - compared)
        .filter(
            at ->
                IntStream.range(0, compared).allMatch(i -> isSame(lines.get(at + i), title.get(i))))
        .findFirst()
        .orElse(-1);
  }

  private static int afterTitle(List<Line> lines, int repeated, List<Line> title) {
    int at = repeated;
    for (int i = 0; i < title.size() && at < lines.size(); i++) {
      if (isSame(lines.get(at), title.get(i))) {
        at++;
      }
    }
    return at;
  }

  private static boolean isSame(Line a, Line b) {
    return a.text().equalsIgnoreCase(b.text());
  }

  private static Pattern phrase(String regex) {
    return Pattern.compile(regex, Pattern.CASE_INSENSITIVE);
  }
}

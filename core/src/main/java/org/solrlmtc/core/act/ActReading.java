package org.solrlmtc.core.act;

import java.util.Arrays;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** How the text of an act is read; the same in training and serving. */
public enum ActReading {
  /** The text as it is. */
  RAW,

  /**
   * Numbers of acts, dates and other formulas of citation are masked, so that "(EU)" in the number
   * of every recent act is no evidence for a concept. The title replaces a header that is missing,
   * or that begins with a page head of the Official Journal.
   */
  NORMALISED;

  /** A page head stands at the very beginning; nothing behind this is looked at. */
  private static final int PAGE_HEAD_CHARS = 200;

  private static final Pattern PAGE_HEAD =
      Pattern.compile(
          "[\\s|]*(?:Avis juridique important|(?:EN\\s+)?Official Journal"
              + "|(?:\\d{1,2}\\.\\d{1,2}\\.\\d{4}|[LC]\\s*\\d+/\\d+)\\s.{0,40}?Official Journal)",
          Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

  /** The name in recipes and manifests. */
  public String key() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * Finds a reading by its key.
   *
   * @throws IllegalArgumentException naming the valid keys
   */
  public static ActReading parse(String key) {
    for (ActReading reading : values()) {
      if (reading.key().equals(key)) {
        return reading;
      }
    }
    throw new IllegalArgumentException(
        "the setting 'reading' must be one of "
            + Arrays.stream(values()).map(ActReading::key).collect(Collectors.joining(", "))
            + ", not '"
            + key
            + "'");
  }

  /**
   * Visits the selected sections as they are read. Masked text is replaced by spaces, so that
   * positions are those of the section.
   */
  public void forEachSection(LegalAct act, ZoneSelection zones, SectionVisitor visitor) {
    switch (this) {
      case RAW -> zones.forEachSection(act, visitor);
      case NORMALISED ->
          zones.forEachSection(
              withTitleForHeader(act),
              (zone, section, text) -> visitor.section(zone, section, CitationMask.mask(text)));
    }
  }

  private static LegalAct withTitleForHeader(LegalAct act) {
    return act.title().isBlank() || (!act.header().isBlank() && !isPageHead(act.header()))
        ? act
        : new LegalAct(
            act.id(),
            act.type(),
            act.title(),
            act.title(),
            act.recitals(),
            act.articles(),
            act.attachments());
  }

  private static boolean isPageHead(String header) {
    return PAGE_HEAD
        .matcher(header)
        .region(0, Math.min(header.length(), PAGE_HEAD_CHARS))
        .lookingAt();
  }
}

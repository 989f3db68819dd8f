package org.solrlmtc.core.act;

import java.util.List;
import java.util.Objects;

/**
 * The text of an act, divided into zones. Immutable. No part is ever null: a missing zone is the
 * empty string. Gold labels are deliberately not here, so that no scorer can see them.
 *
 * @param id the act's identifier, usually its CELEX number
 * @param type Regulation, Decision, Directive, ... or empty
 * @param title one line; it repeats the header and is not part of any zone
 * @param articles the main body, one entry per article
 */
public record LegalAct(
    String id,
    String type,
    String title,
    String header,
    String recitals,
    List<String> articles,
    String attachments) {

  public LegalAct {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(type, "type");
    Objects.requireNonNull(title, "title");
    Objects.requireNonNull(header, "header");
    Objects.requireNonNull(recitals, "recitals");
    articles = List.copyOf(articles);
    Objects.requireNonNull(attachments, "attachments");
  }

  /** An act of one undivided text, which becomes its main body. */
  public static LegalAct ofText(String id, String text) {
    return new LegalAct(id, "", "", "", "", text.isBlank() ? List.of() : List.of(text), "");
  }

  /** The zone's sections in order: one for most zones, one per article in the main body. */
  public List<String> sections(Zone zone) {
    return switch (zone) {
      case HEADER -> sectionOf(header);
      case RECITALS -> sectionOf(recitals);
      case MAIN_BODY -> articles;
      case ATTACHMENTS -> sectionOf(attachments);
    };
  }

  /** The number of characters in all zones. */
  public long length() {
    long chars = (long) header.length() + recitals.length() + attachments.length();
    for (String article : articles) {
      chars += article.length();
    }
    return chars;
  }

  /** True when no zone holds anything but white space. */
  public boolean isBlank() {
    return header.isBlank()
        && recitals.isBlank()
        && attachments.isBlank()
        && articles.stream().allMatch(String::isBlank);
  }

  private static List<String> sectionOf(String text) {
    return text.isBlank() ? List.of() : List.of(text);
  }
}

package org.solrlmtc.core.thesaurus;

/** A thesaurus that cannot be used; the message names the file or concept and what is wrong. */
public class ThesaurusException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String entry;

  public ThesaurusException(String message) {
    this(message, null);
  }

  public ThesaurusException(String message, Throwable cause) {
    this("", message, cause);
  }

  private ThesaurusException(String entry, String message, Throwable cause) {
    super(message, cause);
    this.entry = entry;
  }

  /** About one entry, so that a reader that knows where it stands can add the line. */
  static ThesaurusException about(String entry, String message) {
    return new ThesaurusException(entry, entry + " " + message, null);
  }

  /** The entry it is about, such as {@code concept 1309}, or empty. */
  String entry() {
    return entry;
  }
}

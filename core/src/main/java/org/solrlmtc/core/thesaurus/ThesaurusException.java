package org.solrlmtc.core.thesaurus;

/** A thesaurus that cannot be used; the message names the file or concept and what is wrong. */
public class ThesaurusException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public ThesaurusException(String message) {
    super(message);
  }

  public ThesaurusException(String message, Throwable cause) {
    super(message, cause);
  }
}

package org.solrlmtc.plugin.metrics;

import org.solrlmtc.core.act.LegalAct;

/** The text of an act is longer than {@code maxTextChars}. */
public final class TextTooLongException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private TextTooLongException(String message) {
    super(message);
  }

  public static void check(LegalAct act, int maxTextChars) {
    if (act.length() > maxTextChars) {
      throw new TextTooLongException(
          "its text of "
              + act.length()
              + " characters is longer than maxTextChars = "
              + maxTextChars);
    }
  }
}

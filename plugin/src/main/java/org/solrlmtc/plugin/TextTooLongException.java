package org.solrlmtc.plugin;

import org.solrlmtc.core.act.LegalAct;

/** An act has more text than {@code maxTextChars} allows. */
final class TextTooLongException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private TextTooLongException(String message) {
    super(message);
  }

  static void check(LegalAct act, int maxTextChars) {
    if (act.length() > maxTextChars) {
      throw new TextTooLongException(
          "its text of "
              + act.length()
              + " characters is longer than maxTextChars = "
              + maxTextChars);
    }
  }
}

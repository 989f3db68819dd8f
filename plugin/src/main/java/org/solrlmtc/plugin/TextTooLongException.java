package org.solrlmtc.plugin;

import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.core.act.Zone;

/** An act has more text than {@code maxTextChars} allows. */
final class TextTooLongException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private TextTooLongException(String message) {
    super(message);
  }

  static void check(LegalAct act, int maxTextChars) {
    long chars = 0;
    for (Zone zone : Zone.values()) {
      for (String section : act.sections(zone)) {
        chars += section.length();
      }
    }
    if (chars > maxTextChars) {
      throw new TextTooLongException(
          "its text of " + chars + " characters is longer than maxTextChars = " + maxTextChars);
    }
  }
}

package org.solrlmtc.plugin.update;

/** The text of a document after an atomic update is not known; the message has the reason. */
final class TextNotKnownException extends Exception {
  private static final long serialVersionUID = 1L;

  TextNotKnownException(String message) {
    super(message);
  }
}

package org.solrlmtc.plugin.update;

/** A document's text after an atomic update cannot be told; the message says why. */
final class TextNotKnownException extends Exception {
  private static final long serialVersionUID = 1L;

  TextNotKnownException(String message) {
    super(message);
  }
}

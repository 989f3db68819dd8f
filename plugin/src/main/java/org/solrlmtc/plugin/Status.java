package org.solrlmtc.plugin;

/** What the status field says of a document. */
final class Status {
  /** The model assigned at least one label. */
  static final String LABELLED = "labelled";

  /** The model ran and found no label worth assigning. */
  static final String NO_LABELS = "no labels";

  /** None of the text fields has a value. */
  static final String NO_TEXT = "no text";

  /** The document came with labels of its own in the concept field: they were left alone. */
  static final String SUPPLIED = "supplied";

  private static final String FAILED = "failed: ";

  private Status() {}

  /** The model failed and another one took its place; {@code found} says what that one found. */
  static String byFallback(String found, String reason) {
    return found + " by fallback: " + reason;
  }

  /** The model failed and the policy let the document pass. */
  static String failed(String reason) {
    return FAILED + reason;
  }

  static boolean isFailure(String status) {
    return status.startsWith(FAILED);
  }

  /** An atomic update changed the text in a way that cannot be followed before it is applied. */
  static String stale(String reason) {
    return "stale: " + reason;
  }
}

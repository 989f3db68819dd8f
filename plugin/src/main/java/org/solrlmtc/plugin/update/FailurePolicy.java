package org.solrlmtc.plugin.update;

import java.util.Locale;

/** What becomes of a document that could not be labelled. */
enum FailurePolicy {
  /** The document is refused with an error. */
  FAIL,
  /** The document is indexed without labels; its status field tells why. */
  SKIP,
  /** Another model labels the document; its status field tells why. */
  FALLBACK;

  static FailurePolicy parse(String text) {
    for (FailurePolicy policy : values()) {
      if (policy.name().toLowerCase(Locale.ROOT).equals(text)) {
        return policy;
      }
    }
    throw new IllegalArgumentException(
        "onFailure must be 'fail', 'skip' or 'fallback', not '" + text + "'");
  }
}

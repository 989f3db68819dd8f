package org.solrlmtc.plugin.update;

import java.util.Locale;

/** What happens to a document that cannot be labelled. */
enum FailurePolicy {
  /** The document is refused with an error. */
  FAIL,
  /** The document is indexed without labels; the status holds the reason. */
  SKIP,
  /** The fallback model labels the document; the status holds the reason. */
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

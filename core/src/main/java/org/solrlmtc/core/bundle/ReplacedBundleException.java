package org.solrlmtc.core.bundle;

/** A bundle was replaced while it was opened; opening it again may succeed. */
final class ReplacedBundleException extends BundleException {
  private static final long serialVersionUID = 1L;

  ReplacedBundleException(String message) {
    super(message);
  }
}

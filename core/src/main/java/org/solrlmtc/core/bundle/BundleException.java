package org.solrlmtc.core.bundle;

/** A model bundle that cannot be used; the message names the bundle, the file and the way out. */
public class BundleException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public BundleException(String message) {
    super(message);
  }

  public BundleException(String message, Throwable cause) {
    super(message, cause);
  }
}

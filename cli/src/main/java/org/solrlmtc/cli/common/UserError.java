package org.solrlmtc.cli.common;

/**
 * A failure that the user can understand and fix. The message is one line that names the problem
 * and the remedy.
 */
public final class UserError extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public UserError(String message) {
    super(message);
  }

  public UserError(String message, Throwable cause) {
    super(message, cause);
  }
}

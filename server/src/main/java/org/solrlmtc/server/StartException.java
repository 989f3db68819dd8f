package org.solrlmtc.server;

/** The server cannot start; the message is one line for the user, with the way out. */
public final class StartException extends Exception {
  private static final long serialVersionUID = 1L;

  StartException(String message) {
    super(message);
  }

  StartException(String message, Throwable cause) {
    super(message, cause);
  }

  /**
   * The message that says most about a failure, on one line. Solr wraps an error several times and
   * repeats the outer words, so the innermost message is the useful one; a message that is a bare
   * word (a class name, a file name) is told together with the type of its exception.
   */
  static String rootMessage(Throwable failure) {
    Throwable root = failure;
    while (root.getCause() != null && root.getCause() != root) {
      root = root.getCause();
    }
    String message = root.getMessage() == null ? "" : root.getMessage().strip();
    String line = message.replaceAll("\\s+", " ");
    return line.contains(" ") ? line : (root.getClass().getSimpleName() + " " + line).strip();
  }
}

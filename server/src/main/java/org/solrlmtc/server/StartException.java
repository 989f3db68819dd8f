package org.solrlmtc.server;

/** The server cannot start; the message is one line for the user, with the way out. */
final class StartException extends Exception {
  private static final long serialVersionUID = 1L;

  /** Solr quotes whole sections of a configuration in some messages; the log has all of it. */
  private static final int MAX_LINE = 800;

  StartException(String message) {
    super(message);
  }

  StartException(String message, Throwable cause) {
    super(message, cause);
  }

  /**
   * A failure and its causes on one line, outermost first. The file is often named by an outer
   * exception and the mistake by an inner one, so all are told; but Solr repeats the inner words
   * when it wraps an exception, and what has been told is not told again.
   */
  static String oneLine(Throwable failure) {
    StringBuilder line = new StringBuilder();
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      String message =
          cause.getMessage() == null || cause.getMessage().isBlank()
              ? cause.getClass().getSimpleName()
              : cause.getMessage().strip().replaceAll("\\s+", " ");
      if (line.indexOf(message) < 0) {
        line.append(line.isEmpty() ? "" : ": ").append(message);
      }
    }
    return line.length() <= MAX_LINE ? line.toString() : line.substring(0, MAX_LINE) + "...";
  }
}

package org.solrlmtc.server;

/** The server cannot start; the message is one line for the user, with a remedy. */
final class StartException extends Exception {
  private static final long serialVersionUID = 1L;

  /** Some messages of Solr quote whole sections of a configuration; the log has all of it. */
  private static final int MAX_LINE = 800;

  StartException(String message) {
    super(message);
  }

  StartException(String message, Throwable cause) {
    super(message, cause);
  }

  /**
   * A failure and its causes on one line, outermost first. Often an outer exception names the file
   * and an inner one the mistake, so all messages are included. Solr repeats the inner message when
   * it wraps an exception; repetitions are omitted.
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

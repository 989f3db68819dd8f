package org.solrlmtc.core.io;

import java.util.Locale;

/** Makes text of clients fit for messages, which end up in logs. */
public final class OneLine {
  private OneLine() {}

  /**
   * The text with {@code \}{@code u000A} and the like instead of line breaks and other control
   * characters, so that it cannot look like another line of a log.
   */
  public static String of(String text) {
    if (text.chars().noneMatch(OneLine::isControl)) {
      return text;
    }
    StringBuilder line = new StringBuilder();
    text.chars()
        .forEach(
            c -> {
              if (isControl(c)) {
                line.append("\\u").append(String.format(Locale.ROOT, "%04X", c));
              } else {
                line.append((char) c);
              }
            });
    return line.toString();
  }

  /** Besides control characters: the line and paragraph separators, and changes of direction. */
  private static boolean isControl(int c) {
    return switch (Character.getType(c)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          true;
      default -> false;
    };
  }
}

package org.solrlmtc.readers.act.source;

import java.util.List;

/** Titles of bounded length. */
public final class Title {
  /** The longest titles of acts are about as long. */
  public static final int MAX_CHARS = 1500;

  private static final String CUT = " ...";

  private Title() {}

  /** The lines as one line, cut at a word if they are too long for a title. */
  public static String of(List<String> lines) {
    return of(lines, MAX_CHARS);
  }

  /** The lines as one line of at most the given number of characters, cut at a word. */
  public static String of(List<String> lines, int maxChars) {
    StringBuilder title = new StringBuilder();
    for (String line : lines) {
      title.append(title.isEmpty() ? "" : " ").append(line);
      if (title.length() > maxChars) {
        int space = title.lastIndexOf(" ", maxChars - CUT.length());
        title.setLength(space > 0 ? space : maxChars - CUT.length());
        return title.append(CUT).toString();
      }
    }
    return title.toString();
  }
}

package org.solrlmtc.core.act.io;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The kind of act a title speaks of. */
final class ActType {
  private static final Pattern TYPE =
      Pattern.compile(
          "\\b(regulation|decision|directive|recommendation|opinion|resolution)\\b",
          Pattern.CASE_INSENSITIVE);

  private ActType() {}

  /** The first type named, or empty: "Council Decision amending Regulation ..." is a Decision. */
  static String of(String title) {
    Matcher matcher = TYPE.matcher(title);
    if (!matcher.find()) {
      return "";
    }
    String type = matcher.group().toLowerCase(Locale.ROOT);
    return type.substring(0, 1).toUpperCase(Locale.ROOT) + type.substring(1);
  }
}

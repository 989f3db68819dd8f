package org.solrlmtc.readers.act.source;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The CELEX number of the act that a title names first: "Regulation (EU) 2016/679 ...", "Council
 * Regulation (EC) No 603/2005 ...", "Directive 95/46/EC ...", or, in older titles, at the end:
 * "Council Directive of 20 December 1985 to protect ... (85/577/EEC)".
 */
final class TitleNumber {
  private static final String COMMUNITY = "(?:EU|EC|EEC|ECSC|EAEC|Euratom|CFSP|JHA)";
  private static final Pattern AFTER_KIND =
      Pattern.compile(
          "\\b(regulation|directive|framework decision|decision|recommendation)\\s+"
              + "(?:\\(\\s?"
              + COMMUNITY
              + "(?:\\s?,\\s?"
              + COMMUNITY
              + "){0,3}\\s?\\)\\s*)?(No\\.?\\s*)?([0-9]{1,4})\\s?/\\s?([0-9]{1,4})(?![0-9])",
          Pattern.CASE_INSENSITIVE);
  private static final Pattern KIND =
      Pattern.compile(
          "\\b(regulation|directive|framework decision|decision|recommendation)\\b",
          Pattern.CASE_INSENSITIVE);
  private static final Pattern AT_END =
      Pattern.compile(
          "\\(\\s?([0-9]{2,4})\\s?/\\s?([0-9]{1,4})\\s?/\\s?"
              + COMMUNITY
              + "\\s?\\)(?=\\s*(?:\\([^()]{0,200}\\)\\s*)*\\z)",
          Pattern.CASE_INSENSITIVE);

  /** "COM(2025) 43 final", the number of a document of the Commission. */
  private static final Pattern COMMISSION =
      Pattern.compile("\\b(COM|JOIN|SWD|SEC)\\s?\\(([0-9]{4})\\)\\s?([0-9]{1,4})(?![0-9])");

  private TitleNumber() {}

  static Optional<String> of(String title) {
    Matcher kind = KIND.matcher(title);
    if (!kind.find()) {
      return Optional.empty();
    }
    Matcher own = AFTER_KIND.matcher(title);
    // a number after a later kind is that of another act, which this one amends
    if (own.find() && own.start(1) == kind.start(1)) {
      boolean numberFirst = own.group(2) != null || (isRegulation(own) && !isYear(own.group(3)));
      return numberFirst
          ? Celex.of(type(own.group(1)), own.group(4), own.group(3))
          : Celex.of(type(own.group(1)), own.group(3), own.group(4));
    }
    Matcher end = AT_END.matcher(title);
    return end.find()
        ? Celex.of(type(kind.group(1)), end.group(1), end.group(2))
        : Optional.empty();
  }

  /**
   * The number of a document of the Commission by its reference.
   *
   * @param proposal whether it proposes an act; otherwise it is a communication or a report
   */
  static Optional<String> ofCommissionDocument(String reference, boolean proposal) {
    Matcher matcher = COMMISSION.matcher(reference);
    if (!matcher.find()) {
      return Optional.empty();
    }
    String letters =
        switch (matcher.group(1)) {
          case "COM" -> proposal ? "PC" : "DC";
          case "JOIN" -> "JC";
          default -> "SC";
        };
    return Optional.of(Celex.number("5", matcher.group(2), letters, matcher.group(3)));
  }

  private static boolean isRegulation(Matcher own) {
    return own.group(1).equalsIgnoreCase("regulation");
  }

  private static boolean isYear(String digits) {
    return digits.matches("(?:19|20)[0-9]{2}");
  }

  private static String type(String kind) {
    String lower = kind.toLowerCase(Locale.ROOT);
    return lower.substring(0, 1).toUpperCase(Locale.ROOT) + lower.substring(1);
  }
}

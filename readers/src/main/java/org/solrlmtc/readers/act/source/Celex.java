package org.solrlmtc.readers.act.source;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * CELEX numbers: of acts ({@code 32016R0679}), of their consolidated versions ({@code
 * 02016R0679-20160504}) and corrigenda ({@code 32016R0679R(02)}), of treaties ({@code 12012E113})
 * and proposals ({@code 52025PC0043}).
 */
public final class Celex {
  private static final String SERIAL = "[0-9]{4}(?:\\([0-9]{2}\\))?";
  private static final Pattern NUMBER =
      Pattern.compile(
          "(?<![0-9A-Za-z])(?:[02345][0-9]{4}[A-Z]{1,2}"
              + SERIAL
              + "(?:R\\([0-9]{2}\\))?(?:-[0-9]{8})?"
              + "|1[0-9]{4}[A-Z]{1,2}(?:[0-9]{3}|/TXT))(?![0-9A-Za-z])");

  /** As file names have it: in any case, and a corrigendum also without its parentheses. */
  private static final Pattern IN_NAME =
      Pattern.compile(
          "(?<![0-9A-Z])([02345][0-9]{4}[A-Z]{1,2}"
              + SERIAL
              + ")(?:R\\(?([0-9]{2})\\)?)?(-[0-9]{8})?(?![0-9A-Z])"
              + "|(?<![0-9A-Z])(1[0-9]{4}[A-Z]{1,2}[0-9]{3})(?![0-9A-Z])",
          Pattern.CASE_INSENSITIVE);

  /** The line at the top of a consolidated text: {@code 02016R0679 — EN — 04.05.2016 — 000.002}. */
  private static final Pattern CONSOLIDATED =
      Pattern.compile(
          "(?<![0-9A-Za-z])[03]?([0-9]{4}[A-Z]{1,2}"
              + SERIAL
              + ") ?[—–-] ?[A-Z]{2} ?[—–-] ?([0-9]{2})\\.([0-9]{2})\\.([0-9]{4})");

  private static final Pattern ELI =
      Pattern.compile(
          "/eli/(reg|dir|dec|reco)[a-z_]*/([0-9]{4})/0*([0-9]{1,4})(?![0-9])"
              + "(?:/([0-9]{4})-([0-9]{2})-([0-9]{2}))?");

  private Celex() {}

  public static Optional<String> find(String text) {
    Matcher matcher = NUMBER.matcher(text);
    return matcher.find() ? Optional.of(matcher.group()) : Optional.empty();
  }

  /** The number in the name of a file or folder, in upper case. */
  public static Optional<String> inName(String name) {
    Matcher matcher = IN_NAME.matcher(name);
    if (!matcher.find()) {
      return Optional.empty();
    }
    if (matcher.group(1) == null) {
      return Optional.of(matcher.group(4).toUpperCase(Locale.ROOT));
    }
    String corrigendum = matcher.group(2) == null ? "" : "R(" + matcher.group(2) + ")";
    String version = matcher.group(3) == null ? "" : matcher.group(3);
    return Optional.of(matcher.group(1).toUpperCase(Locale.ROOT) + corrigendum + version);
  }

  /** The number of the consolidated version that the text's first line names. */
  public static Optional<String> consolidated(String line) {
    Matcher matcher = CONSOLIDATED.matcher(line);
    return matcher.find()
        ? Optional.of(
            "0" + matcher.group(1) + "-" + matcher.group(4) + matcher.group(3) + matcher.group(2))
        : Optional.empty();
  }

  /**
   * The number behind a European Legislation Identifier: {@code .../eli/reg/2016/679/oj}, or {@code
   * .../eli/reg/2016/679/2016-05-04} of a consolidated version.
   */
  public static Optional<String> fromEli(String address) {
    Matcher matcher = ELI.matcher(address);
    if (!matcher.find()) {
      return Optional.empty();
    }
    String letter =
        switch (matcher.group(1)) {
          case "reg" -> "R";
          case "dir" -> "L";
          case "reco" -> "H";
          default -> "D";
        };
    String number = number("3", matcher.group(2), letter, matcher.group(3));
    return Optional.of(
        matcher.group(4) == null
            ? number
            : "0"
                + number.substring(1)
                + "-"
                + matcher.group(4)
                + matcher.group(5)
                + matcher.group(6));
  }

  /**
   * The number of an act of the given type, when year and number are what they should be.
   *
   * @param year two digits mean the twentieth century, as in "No 2681/72"
   */
  public static Optional<String> of(String type, String year, String number) {
    if (!number.matches("[0-9]{1,4}") || !year.matches("[0-9]{2}|[0-9]{4}")) {
      return Optional.empty();
    }
    String fullYear = year.length() == 2 ? "19" + year : year;
    return switch (type) {
      case "Regulation" -> Optional.of(number("3", fullYear, "R", number));
      case "Directive" -> Optional.of(number("3", fullYear, "L", number));
      case "Decision" -> Optional.of(number("3", fullYear, "D", number));
      case "Framework decision" -> Optional.of(number("3", fullYear, "F", number));
      case "Recommendation" -> Optional.of(number("3", fullYear, "H", number));
      default -> Optional.empty();
    };
  }

  static String number(String sector, String year, String letters, String number) {
    return String.format(
        Locale.ROOT, "%s%s%s%04d", sector, year, letters, Integer.parseInt(number));
  }
}

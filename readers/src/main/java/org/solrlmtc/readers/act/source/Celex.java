package org.solrlmtc.readers.act.source;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** CELEX numbers of acts ({@code 32016R0679}, consolidated {@code 02016R0679-20160504}). */
public final class Celex {
  private static final Pattern NUMBER =
      Pattern.compile(
          "(?<![0-9A-Za-z])[03][0-9]{4}[A-Z]{1,2}[0-9]{4}(?:\\([0-9]{2}\\))?(?:-[0-9]{8})?"
              + "(?![0-9A-Za-z])");
  private static final Pattern ELI =
      Pattern.compile("/eli/(reg|dir|dec)[a-z_]*/([0-9]{4})/([0-9]{1,4})(?![0-9])");

  private Celex() {}

  public static Optional<String> find(String text) {
    Matcher matcher = NUMBER.matcher(text);
    return matcher.find() ? Optional.of(matcher.group()) : Optional.empty();
  }

  /** The number behind a European Legislation Identifier such as {@code .../eli/reg/2016/679}. */
  public static Optional<String> fromEli(String address) {
    Matcher matcher = ELI.matcher(address);
    if (!matcher.find()) {
      return Optional.empty();
    }
    String letter =
        switch (matcher.group(1)) {
          case "reg" -> "R";
          case "dir" -> "L";
          default -> "D";
        };
    return Optional.of(number(matcher.group(2), letter, matcher.group(3)));
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
      case "Regulation" -> Optional.of(number(fullYear, "R", number));
      case "Directive" -> Optional.of(number(fullYear, "L", number));
      case "Decision" -> Optional.of(number(fullYear, "D", number));
      default -> Optional.empty();
    };
  }

  private static String number(String year, String letter, String number) {
    return String.format(Locale.ROOT, "3%s%s%04d", year, letter, Integer.parseInt(number));
  }
}

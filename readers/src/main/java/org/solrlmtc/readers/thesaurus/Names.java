package org.solrlmtc.readers.thesaurus;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Normalises names as the sources have them. */
final class Names {
  private static final Pattern SPACE = Pattern.compile("[\\s\\p{Z}]+");
  private static final Pattern CODED = Pattern.compile("([0-9]{2}|[0-9]{4}) (.+)");

  private Names() {}

  /** The name with single plain spaces: sources have line ends and no-break spaces in names. */
  static String clean(String name) {
    return SPACE.matcher(name).replaceAll(" ").strip();
  }

  /**
   * A name of a EuroVoc domain or microthesaurus, split from the code it starts with.
   *
   * @param code the digits, or empty
   */
  record Coded(String code, String label) {}

  /** Splits {@code 0406 political framework}. */
  static Coded coded(String name) {
    Matcher matcher = CODED.matcher(clean(name));
    return matcher.matches()
        ? new Coded(matcher.group(1), matcher.group(2))
        : new Coded("", clean(name));
  }
}

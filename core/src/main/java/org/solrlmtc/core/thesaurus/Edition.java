package org.solrlmtc.core.thesaurus;

import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The edition of a thesaurus.
 *
 * @param language the language of all names, as a lower-case language tag: {@code en}
 * @param version the publisher's name of this edition, usually its date, or {@link #UNKNOWN}
 * @param source the files it was read from, without their folders
 */
public record Edition(String language, String version, String source) {
  /** The version if the source does not name it. */
  public static final String UNKNOWN = "unknown";

  private static final Pattern LANGUAGE = Pattern.compile("[a-z]{2,3}(-[a-z0-9]{2,8})*");

  public Edition {
    language = language.toLowerCase(Locale.ROOT);
    if (!isLanguage(language)) {
      throw new ThesaurusException(
          "'" + language + "' is not a language tag; give one such as en, fr or de");
    }
    version = version.isBlank() ? UNKNOWN : version.strip();
    source = source.isBlank() ? UNKNOWN : source.strip();
  }

  static boolean isLanguage(String tag) {
    return LANGUAGE.matcher(tag).matches();
  }
}

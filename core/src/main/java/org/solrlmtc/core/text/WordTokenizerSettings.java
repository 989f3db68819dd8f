package org.solrlmtc.core.text;

import java.util.LinkedHashMap;
import java.util.Map;
import org.solrlmtc.core.act.ZoneSelection;
import org.solrlmtc.core.settings.Settings;

/**
 * Which words of an act a network reads.
 *
 * @param zones the text read
 * @param maxTokens at most this many tokens are read, from the beginning
 * @param maskDigits whether every digit is read as {@code D}
 * @param skipUnknown whether out-of-vocabulary words are left out, so that more of the text is
 *     read; else they all have the same id
 */
public record WordTokenizerSettings(
    ZoneSelection zones, int maxTokens, boolean maskDigits, boolean skipUnknown) {
  private static final int LARGEST = 100_000;

  public WordTokenizerSettings {
    if (maxTokens < 1 || maxTokens > LARGEST) {
      throw new IllegalArgumentException(
          "the setting 'maxTokens' must be between 1 and " + LARGEST + ", not " + maxTokens);
    }
  }

  /** Takes these settings out of a recipe or manifest. */
  public static WordTokenizerSettings read(Settings settings) {
    return new WordTokenizerSettings(
        ZoneSelection.parse(settings.text("zones", "full")),
        settings.integer("maxTokens", 512),
        settings.flag("maskDigits", true),
        settings.flag("skipUnknown", false));
  }

  /** The form that {@link #read} takes. */
  public Map<String, Object> toMap() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("zones", zones.toString());
    map.put("maxTokens", maxTokens);
    map.put("maskDigits", maskDigits);
    map.put("skipUnknown", skipUnknown);
    return map;
  }
}

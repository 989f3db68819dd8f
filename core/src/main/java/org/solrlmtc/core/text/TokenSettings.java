package org.solrlmtc.core.text;

import java.util.LinkedHashMap;
import java.util.Map;
import org.solrlmtc.core.act.ZoneSelection;
import org.solrlmtc.core.bundle.Settings;

/**
 * Which words of an act a network reads.
 *
 * @param zones the text read
 * @param maxTokens at most this many words of it, from the beginning
 * @param maskDigits whether every digit is read as {@code D}
 * @param skipUnknown whether words that the network does not know are stepped over, so that more of
 *     the text is read; else they are all read as one word
 */
public record TokenSettings(
    ZoneSelection zones, int maxTokens, boolean maskDigits, boolean skipUnknown) {
  private static final int LARGEST = 100_000;

  public TokenSettings {
    if (maxTokens < 1 || maxTokens > LARGEST) {
      throw new IllegalArgumentException(
          "the setting 'maxTokens' must be between 1 and " + LARGEST + ", not " + maxTokens);
    }
  }

  /** Takes these settings out of a recipe or manifest. */
  public static TokenSettings read(Settings settings) {
    return new TokenSettings(
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

package org.solrlmtc.core.text;

import java.util.LinkedHashMap;
import java.util.Map;
import org.solrlmtc.core.act.ActReading;
import org.solrlmtc.core.act.ZoneSelection;
import org.solrlmtc.core.settings.Settings;

/**
 * Which words of an act a network reads.
 *
 * @param zones the text read
 * @param maxSequenceLength at most this many tokens are read, from the beginning
 * @param maskDigits whether every digit is read as {@code D}
 * @param skipOutOfVocabulary whether out-of-vocabulary words are left out, so that more of the text
 *     is read; else they all have the same id
 * @param reading how the text is read
 */
public record WordTokenizerSettings(
    ZoneSelection zones,
    int maxSequenceLength,
    boolean maskDigits,
    boolean skipOutOfVocabulary,
    ActReading reading) {
  private static final int LARGEST = 100_000;

  public WordTokenizerSettings {
    if (maxSequenceLength < 1 || maxSequenceLength > LARGEST) {
      throw new IllegalArgumentException(
          "the setting 'maxSequenceLength' must be between 1 and "
              + LARGEST
              + ", not "
              + maxSequenceLength);
    }
  }

  /** The text as it is. */
  public WordTokenizerSettings(
      ZoneSelection zones, int maxSequenceLength, boolean maskDigits, boolean skipOutOfVocabulary) {
    this(zones, maxSequenceLength, maskDigits, skipOutOfVocabulary, ActReading.RAW);
  }

  /** Takes these settings out of a recipe or manifest. */
  public static WordTokenizerSettings read(Settings settings) {
    return new WordTokenizerSettings(
        ZoneSelection.parse(settings.text("zones", "full")),
        settings.integer("maxSequenceLength", 512),
        settings.flag("maskDigits", true),
        settings.flag("skipOutOfVocabulary", false),
        ActReading.parse(settings.text("reading", ActReading.RAW.key())));
  }

  /** The form that {@link #read} takes. */
  public Map<String, Object> toMap() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("zones", zones.toString());
    map.put("maxSequenceLength", maxSequenceLength);
    map.put("maskDigits", maskDigits);
    map.put("skipOutOfVocabulary", skipOutOfVocabulary);
    map.put("reading", reading.key());
    return map;
  }
}

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
 * @param maxSections at most this many sections are read, from the beginning; sections without
 *     tokens do not count
 */
public record WordTokenizerSettings(
    ZoneSelection zones,
    int maxSequenceLength,
    boolean maskDigits,
    boolean skipOutOfVocabulary,
    ActReading reading,
    int maxSections) {
  private static final int LARGEST = 100_000;

  public WordTokenizerSettings {
    if (maxSequenceLength < 1 || maxSequenceLength > LARGEST) {
      throw new IllegalArgumentException(
          "the setting 'maxSequenceLength' must be between 1 and "
              + LARGEST
              + ", not "
              + maxSequenceLength);
    }
    if (maxSections < 1 || maxSections > LARGEST) {
      throw new IllegalArgumentException(
          "the setting 'maxSections' must be between 1 and " + LARGEST + ", not " + maxSections);
    }
  }

  /** All sections. */
  public WordTokenizerSettings(
      ZoneSelection zones,
      int maxSequenceLength,
      boolean maskDigits,
      boolean skipOutOfVocabulary,
      ActReading reading) {
    this(zones, maxSequenceLength, maskDigits, skipOutOfVocabulary, reading, LARGEST);
  }

  /** The text as it is. */
  public WordTokenizerSettings(
      ZoneSelection zones, int maxSequenceLength, boolean maskDigits, boolean skipOutOfVocabulary) {
    this(zones, maxSequenceLength, maskDigits, skipOutOfVocabulary, ActReading.RAW);
  }

  /** The same for other zones. */
  WordTokenizerSettings reading(ZoneSelection others) {
    return new WordTokenizerSettings(
        others, maxSequenceLength, maskDigits, skipOutOfVocabulary, reading, maxSections);
  }

  /** Takes these settings out of a recipe or manifest. */
  public static WordTokenizerSettings read(Settings settings) {
    return new WordTokenizerSettings(
        ZoneSelection.parse(settings.text("zones", "full")),
        settings.integer("maxSequenceLength", 512),
        settings.flag("maskDigits", true),
        settings.flag("skipOutOfVocabulary", false),
        ActReading.parse(settings.text("reading", ActReading.RAW.key())),
        settings.integer("maxSections", LARGEST));
  }

  /** The form that {@link #read} takes. */
  public Map<String, Object> toMap() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("zones", zones.toString());
    map.put("maxSequenceLength", maxSequenceLength);
    map.put("maskDigits", maskDigits);
    map.put("skipOutOfVocabulary", skipOutOfVocabulary);
    map.put("reading", reading.key());
    if (maxSections < LARGEST) {
      map.put("maxSections", maxSections);
    }
    return map;
  }
}

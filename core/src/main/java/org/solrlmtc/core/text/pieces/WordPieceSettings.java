package org.solrlmtc.core.text.pieces;

import java.util.LinkedHashMap;
import java.util.Map;
import org.solrlmtc.core.act.ActReading;
import org.solrlmtc.core.act.ZoneSelection;
import org.solrlmtc.core.settings.Settings;

/**
 * Which word pieces of an act a network reads.
 *
 * @param zones the text read
 * @param maxSequenceLength at most this many tokens are read, from the beginning, special tokens
 *     included
 * @param specialTokens the tokens around the text
 * @param reading how the text is read
 */
record WordPieceSettings(
    ZoneSelection zones, int maxSequenceLength, SpecialTokens specialTokens, ActReading reading) {
  private static final int LARGEST = 100_000;

  /** The tokens that stand around a text. */
  enum SpecialTokens {
    /** [CLS] before and [SEP] after the text, as in pre-training. */
    CLS_SEP(true, true),
    /** [CLS] before the text. */
    CLS(true, false),
    /** None. */
    NONE(false, false);

    private final boolean before;
    private final boolean after;

    SpecialTokens(boolean before, boolean after) {
      this.before = before;
      this.after = after;
    }

    boolean isBefore() {
      return before;
    }

    boolean isAfter() {
      return after;
    }

    int count() {
      return (before ? 1 : 0) + (after ? 1 : 0);
    }
  }

  WordPieceSettings {
    if (maxSequenceLength <= specialTokens.count() || maxSequenceLength > LARGEST) {
      throw new IllegalArgumentException(
          "the setting 'maxSequenceLength' must be between "
              + (specialTokens.count() + 1)
              + " and "
              + LARGEST
              + ", not "
              + maxSequenceLength);
    }
  }

  /** Takes these settings out of a recipe or manifest. */
  static WordPieceSettings read(Settings settings) {
    return new WordPieceSettings(
        ZoneSelection.parse(settings.text("zones", "full")),
        settings.integer("maxSequenceLength", 512),
        settings.choice("specialTokens", SpecialTokens.CLS_SEP),
        ActReading.parse(settings.text("reading", ActReading.RAW.key())));
  }

  /** The form that {@link #read} takes. */
  Map<String, Object> toMap() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("zones", zones.toString());
    map.put("maxSequenceLength", maxSequenceLength);
    map.put("specialTokens", Settings.key(specialTokens));
    map.put("reading", reading.key());
    return map;
  }
}

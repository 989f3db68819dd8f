package org.solrlmtc.core.text.pieces;

import java.util.LinkedHashMap;
import java.util.Map;
import org.solrlmtc.core.settings.Settings;

/**
 * How BERT's tokenization normalises a text before it is split into pieces.
 *
 * @param lowerCase whether letters become lower case
 * @param stripAccents whether combining marks are dropped after canonical decomposition
 * @param separateHan whether each Han character is a word of its own
 * @param cleanText whether control characters are dropped
 */
record PieceRules(boolean lowerCase, boolean stripAccents, boolean separateHan, boolean cleanText) {
  /** Of BERT's uncased models. */
  static final PieceRules UNCASED = new PieceRules(true, true, true, true);

  /** A word of more characters becomes the unknown piece. */
  static final int LONGEST_WORD = 100;

  static PieceRules read(Settings settings) {
    return new PieceRules(
        settings.flag("lowerCase", UNCASED.lowerCase),
        settings.flag("stripAccents", UNCASED.stripAccents),
        settings.flag("separateHan", UNCASED.separateHan),
        settings.flag("cleanText", UNCASED.cleanText));
  }

  /** The form that {@link #read} takes. */
  Map<String, Object> toMap() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("lowerCase", lowerCase);
    map.put("stripAccents", stripAccents);
    map.put("separateHan", separateHan);
    map.put("cleanText", cleanText);
    return map;
  }
}

package org.solrlmtc.core.text;

import java.util.function.Consumer;
import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.core.act.ZoneSelection;

/** The words of acts as they are written: those of {@link WordTokenizer}, with case and digits. */
public final class WrittenWords {
  private WrittenWords() {}

  /** Visits all words in reading order. */
  public static void forEach(LegalAct act, ZoneSelection zones, Consumer<String> visitor) {
    WordTokenizer.visit(
        act,
        new WordTokenizerSettings(zones, 1, false, false),
        Integer.MAX_VALUE,
        Integer.MAX_VALUE,
        word -> true,
        text -> (word, zone, section, start, end) -> visitor.accept(text.substring(start, end)));
  }
}

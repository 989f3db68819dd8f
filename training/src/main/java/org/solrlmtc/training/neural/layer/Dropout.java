package org.solrlmtc.training.neural.layer;

import org.solrlmtc.core.settings.SettingChecks;
import org.solrlmtc.core.settings.Settings;

/**
 * The section {@code dropout} of a recipe: dropout rates.
 *
 * @param embedding spatial dropout of word vectors: the same dimensions for all words of an act
 * @param word dropout of words
 * @param encoder spatial dropout of encoded states: the same dimensions for all states of an act
 */
public record Dropout(double embedding, double word, double encoder) {
  public static final Dropout NONE = new Dropout(0, 0, 0);

  public static Dropout read(Settings section) {
    Dropout read =
        new Dropout(
            SettingChecks.rate("dropout", "embedding", section.number("embedding", 0)),
            SettingChecks.rate("dropout", "word", section.number("word", 0)),
            SettingChecks.rate("dropout", "encoder", section.number("encoder", 0)));
    section.finish();
    return read;
  }
}

package org.solrlmtc.training.neural.layer;

import org.solrlmtc.core.settings.Settings;
import org.solrlmtc.training.neural.setting.SettingChecks;

/**
 * Dropout rates in training.
 *
 * @param spatial of the dimensions of word vectors, the same ones for all words of an act
 * @param word of words
 * @param encoded of the dimensions of encoded states, the same ones for all states of an act
 */
public record Dropout(double spatial, double word, double encoded) {
  public static final Dropout NONE = new Dropout(0, 0, 0);

  public static Dropout read(Settings section) {
    Dropout read =
        new Dropout(
            SettingChecks.rate("dropout", "spatial", section.number("spatial", 0)),
            SettingChecks.rate("dropout", "word", section.number("word", 0)),
            SettingChecks.rate("dropout", "encoded", section.number("encoded", 0)));
    section.finish();
    return read;
  }
}

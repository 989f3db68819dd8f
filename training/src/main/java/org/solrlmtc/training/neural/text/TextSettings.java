package org.solrlmtc.training.neural.text;

import org.solrlmtc.core.settings.Settings;
import org.solrlmtc.core.text.WordTokenizerSettings;
import org.solrlmtc.training.neural.setting.SettingChecks;

/**
 * The section {@code pipeline} of a recipe: which tokens a network reads and which words it knows.
 *
 * @param minActs words in fewer training acts are out of vocabulary
 * @param maxShare words in a larger share of the training acts are out of vocabulary
 * @param maxWords vocabulary size: the most frequent words
 */
public record TextSettings(
    WordTokenizerSettings tokens, int minActs, double maxShare, int maxWords) {
  public static TextSettings read(Settings section) {
    TextSettings read =
        new TextSettings(
            WordTokenizerSettings.read(section),
            SettingChecks.atLeast("minActs", section.integer("minActs", 2), 1),
            SettingChecks.share("pipeline", "maxShare", section.number("maxShare", 1)),
            SettingChecks.atLeast("maxWords", section.integer("maxWords", 100_000), 1));
    section.finish();
    return read;
  }
}

package org.solrlmtc.training.neural.text;

import org.solrlmtc.core.settings.Settings;
import org.solrlmtc.core.text.WordTokenizer;
import org.solrlmtc.core.text.WordTokenizerSettings;
import org.solrlmtc.training.neural.setting.SettingChecks;

/**
 * The section {@code tokenizer} of a recipe: the tokens that a network reads, and its vocabulary.
 *
 * @param minDocFrequency words in fewer training acts are out of vocabulary
 * @param maxDocFrequencyRatio words in a larger ratio of the training acts are out of vocabulary
 * @param maxVocabularySize maximum vocabulary size: the most frequent words
 */
public record TextSettings(
    WordTokenizerSettings tokenizer,
    int minDocFrequency,
    double maxDocFrequencyRatio,
    int maxVocabularySize) {
  public static TextSettings read(Settings section) {
    String type = section.text("type", WordTokenizer.TYPE);
    if (!type.equals(WordTokenizer.TYPE)) {
      throw new IllegalArgumentException(
          "the setting 'type' of 'tokenizer' cannot be '" + type + "': use " + WordTokenizer.TYPE);
    }
    TextSettings read =
        new TextSettings(
            WordTokenizerSettings.read(section),
            SettingChecks.atLeast("minDocFrequency", section.integer("minDocFrequency", 2), 1),
            SettingChecks.ratio(
                "tokenizer", "maxDocFrequencyRatio", section.number("maxDocFrequencyRatio", 1)),
            SettingChecks.atLeast(
                "maxVocabularySize", section.integer("maxVocabularySize", 100_000), 1));
    section.finish();
    return read;
  }
}

package org.solrlmtc.core.text;

import java.io.IOException;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.solrlmtc.core.settings.SettingChecks;
import org.solrlmtc.core.settings.Settings;

/**
 * A word tokenizer whose vocabulary is selected by document frequency.
 *
 * @param tokenizer which words are read
 * @param minDocFrequency words in fewer training acts are out of vocabulary
 * @param maxDocFrequencyRatio words in a larger ratio of the training acts are out of vocabulary
 * @param maxVocabularySize maximum vocabulary size: the most frequent words
 */
record WordTokenizerSpec(
    WordTokenizerSettings tokenizer,
    int minDocFrequency,
    double maxDocFrequencyRatio,
    int maxVocabularySize)
    implements TokenizerSpec {
  static WordTokenizerSpec read(Settings section) {
    return new WordTokenizerSpec(
        WordTokenizerSettings.read(section),
        SettingChecks.atLeast("minDocFrequency", section.integer("minDocFrequency", 2), 1),
        SettingChecks.ratio(
            "tokenizer", "maxDocFrequencyRatio", section.number("maxDocFrequencyRatio", 1)),
        SettingChecks.atLeast(
            "maxVocabularySize", section.integer("maxVocabularySize", 100_000), 1));
  }

  @Override
  public Map<String, Object> settings() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("type", WordTokenizer.TYPE);
    map.putAll(tokenizer.toMap());
    map.put("minDocFrequency", minDocFrequency);
    map.put("maxDocFrequencyRatio", maxDocFrequencyRatio);
    map.put("maxVocabularySize", maxVocabularySize);
    return map;
  }

  @Override
  public Optional<WordTokenizerSettings> words() {
    return Optional.of(tokenizer);
  }

  @Override
  public WordTokenizer build(Corpus corpus) throws IOException {
    Map<String, Integer> counts = new HashMap<>();
    long acts =
        corpus.forEach(
            act -> {
              Set<String> ofAct = new HashSet<>();
              WordTokenizer.forEachWord(
                  act, tokenizer, (word, zone, section, start, end) -> ofAct.add(word));
              ofAct.forEach(word -> counts.merge(word, 1, Integer::sum));
            });
    List<String> words =
        counts.entrySet().stream()
            .filter(count -> count.getValue() >= minDocFrequency)
            .filter(count -> count.getValue() <= maxDocFrequencyRatio * acts)
            .sorted(
                Map.Entry.<String, Integer>comparingByValue(Comparator.reverseOrder())
                    .thenComparing(Map.Entry.comparingByKey()))
            .limit(maxVocabularySize)
            .map(Map.Entry::getKey)
            .toList();
    if (words.isEmpty()) {
      throw new IllegalArgumentException(
          "no word occurs in "
              + minDocFrequency
              + " training acts or more, and not in too many: lower 'minDocFrequency' or raise"
              + " 'maxDocFrequencyRatio' of 'tokenizer', or choose other 'zones'");
    }
    return new WordTokenizer(tokenizer, WordVocabulary.of(words));
  }
}

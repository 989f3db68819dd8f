package org.solrlmtc.training.neural.text;

import java.io.IOException;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.solrlmtc.core.text.WordTokenizer;
import org.solrlmtc.core.text.WordVocabulary;
import org.solrlmtc.training.data.TrainingData;
import org.solrlmtc.training.execution.Progress;
import org.solrlmtc.training.execution.TrainingException;

/** Selects the vocabulary by document frequency. */
public final class VocabularyBuilder {
  private VocabularyBuilder() {}

  public static WordVocabulary build(TrainingData data, TextSettings settings, Progress progress)
      throws IOException {
    Map<String, Integer> counts = new HashMap<>();
    long read =
        data.withTrainingActs(
            acts -> {
              long done = 0;
              while (acts.hasNext()) {
                Set<String> ofAct = new HashSet<>();
                WordTokenizer.forEachWord(
                    acts.next().act(),
                    settings.tokenizer(),
                    (word, zone, section, start, end) -> ofAct.add(word));
                ofAct.forEach(word -> counts.merge(word, 1, Integer::sum));
                progress.step(++done);
              }
              return done;
            });
    List<String> words =
        counts.entrySet().stream()
            .filter(count -> count.getValue() >= settings.minDocFrequency())
            .filter(count -> count.getValue() <= settings.maxDocFrequencyRatio() * read)
            .sorted(
                Map.Entry.<String, Integer>comparingByValue(Comparator.reverseOrder())
                    .thenComparing(Map.Entry.comparingByKey()))
            .limit(settings.maxVocabularySize())
            .map(Map.Entry::getKey)
            .toList();
    if (words.isEmpty()) {
      throw new TrainingException(
          "no word occurs in "
              + settings.minDocFrequency()
              + " training acts or more, and not in too many: lower 'minDocFrequency' or raise"
              + " 'maxDocFrequencyRatio' of 'tokenizer', or choose other 'zones'");
    }
    return WordVocabulary.of(words);
  }
}

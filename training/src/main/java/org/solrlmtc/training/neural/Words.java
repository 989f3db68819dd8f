package org.solrlmtc.training.neural;

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

/** Which words a network knows: those that stand in enough training acts, but not too many. */
final class Words {
  private Words() {}

  static WordVocabulary of(TrainingData data, NeuralSettings.Pipeline pipeline, Progress progress)
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
                    pipeline.tokens(),
                    (word, zone, section, start, end) -> ofAct.add(word));
                ofAct.forEach(word -> counts.merge(word, 1, Integer::sum));
                progress.step(++done);
              }
              return done;
            });
    List<String> words =
        counts.entrySet().stream()
            .filter(count -> count.getValue() >= pipeline.minActs())
            .filter(count -> count.getValue() <= pipeline.maxShare() * read)
            .sorted(
                Map.Entry.<String, Integer>comparingByValue(Comparator.reverseOrder())
                    .thenComparing(Map.Entry.comparingByKey()))
            .limit(pipeline.maxWords())
            .map(Map.Entry::getKey)
            .toList();
    if (words.isEmpty()) {
      throw new TrainingException(
          "no word stands in "
              + pipeline.minActs()
              + " training acts or more, and not in too many: lower 'minActs' or raise 'maxShare'"
              + " of 'pipeline', or choose other 'zones'");
    }
    return WordVocabulary.of(words);
  }
}

package org.solrlmtc.training.neural.vectors;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.solrlmtc.core.act.ActRecord;
import org.solrlmtc.core.text.WordTokenizer;
import org.solrlmtc.core.text.WordTokenizerSettings;
import org.solrlmtc.training.data.TrainingData;
import org.solrlmtc.training.execution.Progress;
import org.solrlmtc.training.execution.TrainingException;

/**
 * The training acts as word ids. Rare words are removed before context windows are formed.
 *
 * @param words most frequent first
 * @param counts occurrences of each word
 * @param acts the word ids of each act
 */
record SkipGramCorpus(List<String> words, int[] counts, int[][] acts) {

  static SkipGramCorpus read(
      TrainingData data, WordTokenizerSettings text, int minCount, Progress progress)
      throws IOException {
    progress.stage("reading the training acts");
    Map<String, Integer> ids = new HashMap<>();
    List<int[]> acts = new ArrayList<>();
    data.withTrainingActs(
        records -> {
          while (records.hasNext()) {
            acts.add(encode(records.next(), text, ids));
            progress.step(acts.size());
          }
          return null;
        });
    return withoutRareWords(ids, acts, minCount);
  }

  private static int[] encode(
      ActRecord record, WordTokenizerSettings text, Map<String, Integer> ids) {
    int[][] act = {new int[1024]};
    int[] length = {0};
    WordTokenizer.forEachWord(
        record.act(),
        text,
        (word, zone, section, start, end) -> {
          if (length[0] == act[0].length) {
            act[0] = Arrays.copyOf(act[0], 2 * length[0]);
          }
          Integer id = ids.get(word);
          if (id == null) {
            id = ids.size();
            ids.put(word, id);
          }
          act[0][length[0]++] = id;
        });
    return Arrays.copyOf(act[0], length[0]);
  }

  private static SkipGramCorpus withoutRareWords(
      Map<String, Integer> ids, List<int[]> acts, int minCount) {
    int[] counts = new int[ids.size()];
    for (int[] act : acts) {
      for (int id : act) {
        counts[id]++;
      }
    }
    List<String> words =
        ids.entrySet().stream()
            .filter(entry -> counts[entry.getValue()] >= minCount)
            .sorted(
                Comparator.comparingInt((Map.Entry<String, Integer> e) -> -counts[e.getValue()])
                    .thenComparing(Map.Entry::getKey))
            .map(Map.Entry::getKey)
            .toList();
    if (words.size() < 2) {
      throw new TrainingException(
          "fewer than 2 words occur at least "
              + minCount
              + " times in the training acts: lower 'minCount' or train on more acts");
    }
    int[] newIds = new int[ids.size()];
    Arrays.fill(newIds, -1);
    for (int newId = 0; newId < words.size(); newId++) {
      newIds[ids.get(words.get(newId))] = newId;
    }
    return new SkipGramCorpus(
        words,
        words.stream().mapToInt(word -> counts[ids.get(word)]).toArray(),
        acts.stream()
            .map(act -> Arrays.stream(act).map(id -> newIds[id]).filter(id -> id >= 0).toArray())
            .toArray(int[][]::new));
  }

  /** The number of tokens of all acts. */
  long tokens() {
    return Arrays.stream(counts).asLongStream().sum();
  }
}

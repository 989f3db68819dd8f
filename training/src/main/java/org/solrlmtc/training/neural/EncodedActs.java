package org.solrlmtc.training.neural;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.solrlmtc.core.act.ActRecord;
import org.solrlmtc.core.text.WordTokenizer;
import org.solrlmtc.core.text.WordVocabulary;
import org.solrlmtc.training.execution.Progress;

/** Acts as a network reads them: word ids, and gold labels as the columns of the network. */
final class EncodedActs {
  private final int vocabulary;
  private final List<int[]> words = new ArrayList<>();
  private final List<int[]> labels = new ArrayList<>();
  private final List<Integer> gold = new ArrayList<>();

  /**
   * @param vocabulary how many word ids there are
   */
  EncodedActs(int vocabulary) {
    this.vocabulary = vocabulary;
  }

  /**
   * Reads acts.
   *
   * @param columns the network's labels
   */
  static EncodedActs read(
      Iterator<ActRecord> acts,
      WordTokenizer pipeline,
      Map<String, Integer> columns,
      Progress progress) {
    EncodedActs read = new EncodedActs(pipeline.vocabularySize());
    while (acts.hasNext()) {
      ActRecord act = acts.next();
      List<String> gold = act.concepts().stream().distinct().toList();
      read.add(
          pipeline.tokenize(act.act()).ids(),
          gold.stream().filter(columns::containsKey).mapToInt(columns::get).toArray(),
          gold.size());
      progress.step(read.size());
    }
    return read;
  }

  /**
   * So many of the acts at most, evenly spread: acts that stand together in a file are often alike.
   */
  EncodedActs spread(int most) {
    EncodedActs chosen = new EncodedActs(vocabulary);
    int count = Math.min(most, size());
    for (int i = 0; i < count; i++) {
      int act = (int) ((long) i * size() / count);
      chosen.add(words.get(act), labels.get(act), gold.get(act));
    }
    return chosen;
  }

  /**
   * Adds an act; one without any word reads as one unknown word.
   *
   * @param goldLabels how many gold labels the act has, those that the network does not know
   *     included
   */
  void add(int[] wordIds, int[] columns, int goldLabels) {
    words.add(wordIds.length == 0 ? new int[] {WordVocabulary.UNKNOWN} : wordIds);
    labels.add(columns);
    gold.add(goldLabels);
  }

  int size() {
    return words.size();
  }

  /** How many words the longest act has. */
  int longest() {
    return words.stream().mapToInt(act -> act.length).max().orElse(0);
  }

  int vocabulary() {
    return vocabulary;
  }

  int[] words(int act) {
    return words.get(act);
  }

  /** The act's gold labels that the network knows. */
  int[] labels(int act) {
    return labels.get(act);
  }

  /** How many gold labels the act has, known or not. */
  int gold(int act) {
    return gold.get(act);
  }

  /** The same for the same acts in every process. */
  int fingerprint() {
    int hash = vocabulary;
    for (int act = 0; act < size(); act++) {
      hash = 31 * hash + Arrays.hashCode(words.get(act));
      hash = 31 * hash + Arrays.hashCode(labels.get(act));
    }
    return hash;
  }
}

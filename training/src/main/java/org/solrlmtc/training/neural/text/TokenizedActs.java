package org.solrlmtc.training.neural.text;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.solrlmtc.core.act.ActRecord;
import org.solrlmtc.core.text.TokenSequence;
import org.solrlmtc.core.text.Tokenizer;
import org.solrlmtc.core.text.WordVocabulary;
import org.solrlmtc.training.execution.Progress;

/** Acts as a network reads them: token ids, and gold labels as output columns of the network. */
public final class TokenizedActs {
  private final int vocabulary;
  private final List<int[]> words = new ArrayList<>();
  private final List<int[]> labels = new ArrayList<>();
  private final List<Integer> gold = new ArrayList<>();
  private final List<int[]> sectionLengths = new ArrayList<>();

  /**
   * @param vocabulary vocabulary size
   */
  public TokenizedActs(int vocabulary) {
    this.vocabulary = vocabulary;
  }

  /**
   * Reads acts.
   *
   * @param columns the network's output column of each label
   */
  public static TokenizedActs read(
      Iterator<ActRecord> acts,
      Tokenizer tokenizer,
      Map<String, Integer> columns,
      Progress progress) {
    TokenizedActs read = new TokenizedActs(tokenizer.vocabularySize());
    while (acts.hasNext()) {
      ActRecord act = acts.next();
      List<String> gold = act.concepts().stream().distinct().toList();
      TokenSequence tokens = tokenizer.tokenize(act.act());
      read.add(
          tokens.ids(),
          gold.stream().filter(columns::containsKey).mapToInt(columns::get).toArray(),
          gold.size(),
          tokens.sectionLengths());
      progress.step(read.size());
    }
    return read;
  }

  /** At most {@code maxActs} acts, evenly spaced: neighbours in a file are often similar. */
  public TokenizedActs spread(int maxActs) {
    TokenizedActs chosen = new TokenizedActs(vocabulary);
    int count = Math.min(maxActs, size());
    for (int i = 0; i < count; i++) {
      int act = (int) ((long) i * size() / count);
      chosen.add(words.get(act), labels.get(act), gold.get(act), sectionLengths.get(act));
    }
    return chosen;
  }

  /** Adds an act of one section. */
  public void add(int[] wordIds, int[] columns, int goldLabels) {
    add(wordIds, columns, goldLabels, new int[] {wordIds.length});
  }

  /**
   * Adds an act. An act without tokens becomes one out-of-vocabulary token.
   *
   * @param goldLabels the number of gold labels, including labels outside of the network
   * @param sections the number of tokens per section
   */
  public void add(int[] wordIds, int[] columns, int goldLabels, int[] sections) {
    boolean empty = wordIds.length == 0;
    words.add(empty ? new int[] {WordVocabulary.UNKNOWN} : wordIds);
    labels.add(columns);
    gold.add(goldLabels);
    sectionLengths.add(empty ? new int[] {1} : sections);
  }

  public int size() {
    return words.size();
  }

  /** The number of tokens per section of an act. */
  int[] sectionLengths(int act) {
    return sectionLengths.get(act);
  }

  /** The number of tokens of the longest act. */
  public int longest() {
    return words.stream().mapToInt(act -> act.length).max().orElse(0);
  }

  public int vocabulary() {
    return vocabulary;
  }

  public int[] words(int act) {
    return words.get(act);
  }

  /** The act's gold labels, as columns of the network. */
  public int[] labels(int act) {
    return labels.get(act);
  }

  /** The number of gold labels of the act, including labels outside of the network. */
  public int gold(int act) {
    return gold.get(act);
  }

  /** Fingerprint of the acts; the same in every process. */
  public int fingerprint() {
    int hash = vocabulary;
    for (int act = 0; act < size(); act++) {
      hash = 31 * hash + Arrays.hashCode(words.get(act));
      hash = 31 * hash + Arrays.hashCode(labels.get(act));
    }
    return hash;
  }
}

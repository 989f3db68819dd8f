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
   * @param vocabulary how many word ids there are
   */
  public TokenizedActs(int vocabulary) {
    this.vocabulary = vocabulary;
  }

  /**
   * Reads acts.
   *
   * @param columns the network's labels
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

  /** A sample of at most {@code most} acts, evenly spread: neighbours in a file are often alike. */
  public TokenizedActs spread(int most) {
    TokenizedActs chosen = new TokenizedActs(vocabulary);
    int count = Math.min(most, size());
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
   * Adds an act; one without any word reads as one unknown word.
   *
   * @param goldLabels the number of gold labels, those outside the network's label set included
   * @param sections the number of tokens of each section
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

  /** The number of tokens of each section of an act. */
  int[] sectionLengths(int act) {
    return sectionLengths.get(act);
  }

  /** How many words the longest act has. */
  public int longest() {
    return words.stream().mapToInt(act -> act.length).max().orElse(0);
  }

  public int vocabulary() {
    return vocabulary;
  }

  public int[] words(int act) {
    return words.get(act);
  }

  /** The act's gold labels that the network knows. */
  public int[] labels(int act) {
    return labels.get(act);
  }

  /** How many gold labels the act has, known or not. */
  public int gold(int act) {
    return gold.get(act);
  }

  /** The same for the same acts in every process. */
  public int fingerprint() {
    int hash = vocabulary;
    for (int act = 0; act < size(); act++) {
      hash = 31 * hash + Arrays.hashCode(words.get(act));
      hash = 31 * hash + Arrays.hashCode(labels.get(act));
    }
    return hash;
  }
}

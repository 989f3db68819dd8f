package org.solrlmtc.training.neural.text;

import java.nio.IntBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.solrlmtc.core.act.ActRecord;
import org.solrlmtc.core.text.TokenSequence;
import org.solrlmtc.core.text.Tokenizer;
import org.solrlmtc.training.execution.Progress;

/**
 * Acts as a network reads them: tokens, and gold labels as output columns of the network. Equal
 * tokens have the same number. It is the token's id, unless tokens have several ids.
 *
 * <p>Acts are numbered in reading order. The numbers tell apart all acts that a training reads, so
 * that what was computed for an act once can be found again.
 */
public final class TokenizedActs {
  private final int vocabulary;
  private final int idsPerToken;
  private final int outOfVocabularyId;
  private final int firstNumber;
  private final List<Integer> actNumbers = new ArrayList<>();
  private final List<int[]> tokens = new ArrayList<>();
  private final List<int[]> labels = new ArrayList<>();
  private final List<Integer> gold = new ArrayList<>();
  private final List<int[]> sectionLengths = new ArrayList<>();

  /** Index of each token that has several ids, by its ids; the ids are in idsOfNumbers. */
  private final Map<IntBuffer, Integer> numbers = new HashMap<>();

  private final List<int[]> idsOfNumbers = new ArrayList<>();

  /**
   * @param firstNumber the number of the first act
   */
  public TokenizedActs(Tokenizer tokenizer, int firstNumber) {
    this(
        tokenizer.vocabularySize(),
        tokenizer.idsPerToken(),
        tokenizer.outOfVocabularyId(),
        firstNumber);
  }

  /**
   * Acts that are numbered from 0.
   *
   * @param vocabulary vocabulary size
   * @param outOfVocabularyId the id that acts without tokens get
   */
  public TokenizedActs(int vocabulary, int idsPerToken, int outOfVocabularyId) {
    this(vocabulary, idsPerToken, outOfVocabularyId, 0);
  }

  private TokenizedActs(int vocabulary, int idsPerToken, int outOfVocabularyId, int firstNumber) {
    this.firstNumber = firstNumber;
    this.vocabulary = vocabulary;
    this.idsPerToken = idsPerToken;
    this.outOfVocabularyId = outOfVocabularyId;
  }

  /**
   * Reads acts.
   *
   * @param firstNumber the number of the first act
   * @param columns the network's output column of each label
   */
  public static TokenizedActs read(
      Iterator<ActRecord> acts,
      Tokenizer tokenizer,
      int firstNumber,
      Map<String, Integer> columns,
      Progress progress) {
    TokenizedActs read = new TokenizedActs(tokenizer, firstNumber);
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
    TokenizedActs chosen = new TokenizedActs(vocabulary, idsPerToken, outOfVocabularyId);
    int count = Math.min(maxActs, size());
    for (int i = 0; i < count; i++) {
      int act = (int) ((long) i * size() / count);
      chosen.add(ids(act), labels.get(act), gold.get(act), sectionLengths.get(act));
      chosen.actNumbers.set(i, actNumber(act));
    }
    return chosen;
  }

  /** Adds an act of one section. */
  public void add(int[] ids, int[] columns, int goldLabels) {
    add(ids, columns, goldLabels, new int[] {ids.length / idsPerToken});
  }

  /**
   * Adds an act. An act without tokens becomes one out-of-vocabulary token.
   *
   * @param ids all ids, those of each token in turn
   * @param goldLabels the number of gold labels, including labels outside of the network
   * @param sections the number of tokens per section
   */
  public void add(int[] ids, int[] columns, int goldLabels, int[] sections) {
    boolean empty = ids.length == 0;
    actNumbers.add(firstNumber + size());
    tokens.add(numbers(empty ? outOfVocabulary() : ids));
    labels.add(columns);
    gold.add(goldLabels);
    sectionLengths.add(empty ? new int[] {1} : sections);
  }

  private int[] outOfVocabulary() {
    int[] ids = new int[idsPerToken];
    Arrays.fill(ids, outOfVocabularyId);
    return ids;
  }

  private int[] numbers(int[] ids) {
    if (idsPerToken == 1) {
      return ids;
    }
    int[] ofTokens = new int[ids.length / idsPerToken];
    for (int token = 0; token < ofTokens.length; token++) {
      int from = token * idsPerToken;
      int[] own = Arrays.copyOfRange(ids, from, from + idsPerToken);
      ofTokens[token] =
          numbers.computeIfAbsent(
              IntBuffer.wrap(own),
              key -> {
                idsOfNumbers.add(own);
                return idsOfNumbers.size() - 1;
              });
    }
    return ofTokens;
  }

  public int size() {
    return tokens.size();
  }

  /** The number of an act among all acts of the training. */
  public int actNumber(int act) {
    return actNumbers.get(act);
  }

  /** The number of tokens per section of an act. */
  int[] sectionLengths(int act) {
    return sectionLengths.get(act);
  }

  /** The number of tokens of the longest act. */
  public int longest() {
    return tokens.stream().mapToInt(act -> act.length).max().orElse(0);
  }

  /** The number of different tokens: their numbers are below it. */
  int distinctTokens() {
    return idsPerToken == 1 ? vocabulary : idsOfNumbers.size();
  }

  /** The tokens of an act: ids, or indexes of tokens with several ids. */
  public int[] tokens(int act) {
    return tokens.get(act);
  }

  int idsPerToken() {
    return idsPerToken;
  }

  /** Copies the ids of the token with a number. */
  void copyIds(int number, long[] target, int at) {
    if (idsPerToken == 1) {
      target[at] = number;
      return;
    }
    int[] ids = idsOfNumbers.get(number);
    for (int i = 0; i < idsPerToken; i++) {
      target[at + i] = ids[i];
    }
  }

  private int[] ids(int act) {
    return idsPerToken == 1
        ? tokens.get(act)
        : Arrays.stream(tokens.get(act))
            .mapToObj(idsOfNumbers::get)
            .flatMapToInt(Arrays::stream)
            .toArray();
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
      hash = 31 * hash + Arrays.hashCode(ids(act));
      hash = 31 * hash + Arrays.hashCode(labels.get(act));
    }
    return hash;
  }
}

package org.solrlmtc.training.neural.text;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * A batch of acts. A word that occurs several times is one row: its vector is looked up and
 * projected once.
 *
 * @param lengths number of tokens per act
 * @param tokens number of tokens of the longest act
 * @param words the word id of each row
 * @param acts the act of each row; the first one if acts share rows
 * @param rows the row of each token, {@code tokens} per act; {@link #NONE} for padding and dropped
 *     words
 * @param sectionLengths number of tokens per section of each act
 */
public record Batch(
    int[] lengths, int tokens, long[] words, long[] acts, int[] rows, int[][] sectionLengths) {
  /** Padding or a dropped word. */
  public static final int NONE = -1;

  public int size() {
    return lengths.length;
  }

  /** All words of some acts. */
  public static Batch of(TokenizedActs from, int[] chosen) {
    return of(from, chosen, 0, true, new SplittableRandom(0));
  }

  /**
   * A batch in training.
   *
   * @param wordDropout dropout rate of words
   * @param shareRows whether acts share the rows of words; spatial dropout needs separate rows per
   *     act
   */
  public static Batch of(
      TokenizedActs from,
      int[] chosen,
      double wordDropout,
      boolean shareRows,
      SplittableRandom random) {
    int[] lengths = Arrays.stream(chosen).map(act -> from.words(act).length).toArray();
    int tokens = Arrays.stream(lengths).max().orElseThrow();
    int[] rows = new int[chosen.length * tokens];
    Arrays.fill(rows, NONE);
    long[] words = new long[Arrays.stream(lengths).sum()];
    long[] acts = new long[words.length];
    int count = 0;
    int[] rowOf = new int[from.vocabulary()];
    for (int act = 0; act < chosen.length; act++) {
      int first = shareRows ? 0 : count;
      int[] read = from.words(chosen[act]);
      for (int token = 0; token < read.length; token++) {
        if (wordDropout > 0 && random.nextDouble() < wordDropout) {
          continue;
        }
        int word = read[token];
        int row = rowOf[word] - 1;
        if (row < first) {
          row = count++;
          rowOf[word] = row + 1;
          words[row] = word;
          acts[row] = act;
        }
        rows[act * tokens + token] = row;
      }
    }
    return new Batch(
        lengths,
        tokens,
        Arrays.copyOf(words, count),
        Arrays.copyOf(acts, count),
        rows,
        Arrays.stream(chosen).mapToObj(from::sectionLengths).toArray(int[][]::new));
  }
}

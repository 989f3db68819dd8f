package org.solrlmtc.training.neural.text;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * A batch of acts. A token that occurs several times is one row: its vector is looked up and
 * projected once, unless its vector depends on its place.
 *
 * @param actNumbers the number of each act, which tells all acts of a training apart
 * @param lengths number of tokens per act
 * @param tokens number of tokens of the longest act
 * @param ids the ids of each row, as many as a token has
 * @param acts the act of each row; the first one if acts share rows
 * @param rows the row of each token, {@code tokens} per act; {@link #NONE} for padding and dropped
 *     tokens
 * @param sectionLengths number of tokens per section of each act
 */
public record Batch(
    int[] actNumbers,
    int[] lengths,
    int tokens,
    long[] ids,
    long[] acts,
    int[] rows,
    int[][] sectionLengths) {
  /** Padding or a dropped token. */
  public static final int NONE = -1;

  /** Which equal tokens are one row. */
  public enum RowSharing {
    /** All of the batch. */
    BATCH,

    /** Those of the same act: spatial dropout differs between acts. */
    ACT,

    /** None: the vector of a token depends on its place. */
    NONE
  }

  public int size() {
    return lengths.length;
  }

  /** The number of different rows. */
  public int rowCount() {
    return acts.length;
  }

  /** All tokens of some acts. */
  public static Batch of(TokenizedActs from, int[] chosen) {
    return of(from, chosen, 0, RowSharing.BATCH, new SplittableRandom(0));
  }

  /**
   * A batch in training.
   *
   * @param wordDropout dropout rate of tokens
   */
  public static Batch of(
      TokenizedActs from,
      int[] chosen,
      double wordDropout,
      RowSharing sharing,
      SplittableRandom random) {
    int[] lengths = Arrays.stream(chosen).map(act -> from.tokens(act).length).toArray();
    int tokens = Arrays.stream(lengths).max().orElseThrow();
    int[] rows = new int[chosen.length * tokens];
    Arrays.fill(rows, NONE);
    int idsPerToken = from.idsPerToken();
    long[] acts = new long[Arrays.stream(lengths).sum()];
    long[] ids = new long[acts.length * idsPerToken];
    int count = 0;
    int[] rowOf = new int[from.distinctTokens()];
    for (int act = 0; act < chosen.length; act++) {
      int first = sharing == RowSharing.BATCH ? 0 : count;
      int[] read = from.tokens(chosen[act]);
      for (int position = 0; position < read.length; position++) {
        if (wordDropout > 0 && random.nextDouble() < wordDropout) {
          continue;
        }
        int token = read[position];
        int row = rowOf[token] - 1;
        if (row < first || sharing == RowSharing.NONE) {
          row = count++;
          rowOf[token] = row + 1;
          from.copyIds(token, ids, row * idsPerToken);
          acts[row] = act;
        }
        rows[act * tokens + position] = row;
      }
    }
    return new Batch(
        Arrays.stream(chosen).map(from::actNumber).toArray(),
        lengths,
        tokens,
        Arrays.copyOf(ids, count * idsPerToken),
        Arrays.copyOf(acts, count),
        rows,
        Arrays.stream(chosen).mapToObj(from::sectionLengths).toArray(int[][]::new));
  }
}

package org.solrlmtc.training.neural;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Acts that are read together. A word that stands several times is one row: its vector is looked up
 * and projected once.
 *
 * @param lengths how many tokens each act has
 * @param tokens of the longest act
 * @param words the word id of every row
 * @param acts the act that each row belongs to; where acts share rows, the first of them
 * @param rows the row of every token, {@code tokens} of them for each act; {@link #NONE} where
 *     there is no word
 */
record Batch(int[] lengths, int tokens, long[] words, long[] acts, int[] rows) {
  /** Padding, or a word that was dropped. */
  static final int NONE = -1;

  int size() {
    return lengths.length;
  }

  /** All words of some acts. */
  static Batch of(EncodedActs from, int[] chosen) {
    return of(from, chosen, new NeuralSettings.Dropout(0, 0, 0), new SplittableRandom(0));
  }

  /**
   * The words of some acts.
   *
   * @param dropout words are left out by lot; with spatial dropout, acts do not share rows
   */
  static Batch of(
      EncodedActs from, int[] chosen, NeuralSettings.Dropout dropout, SplittableRandom random) {
    int[] lengths = Arrays.stream(chosen).map(act -> from.words(act).length).toArray();
    int tokens = Arrays.stream(lengths).max().orElseThrow();
    int[] rows = new int[chosen.length * tokens];
    Arrays.fill(rows, NONE);
    long[] words = new long[Arrays.stream(lengths).sum()];
    long[] acts = new long[words.length];
    int count = 0;
    int[] rowOf = new int[from.vocabulary()];
    for (int act = 0; act < chosen.length; act++) {
      int first = dropout.spatial() > 0 ? count : 0;
      int[] read = from.words(chosen[act]);
      for (int token = 0; token < read.length; token++) {
        if (dropout.word() > 0 && random.nextDouble() < dropout.word()) {
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
        lengths, tokens, Arrays.copyOf(words, count), Arrays.copyOf(acts, count), rows);
  }
}

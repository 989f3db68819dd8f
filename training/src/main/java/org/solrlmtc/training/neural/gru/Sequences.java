package org.solrlmtc.training.neural.gru;

import java.util.Arrays;
import org.solrlmtc.training.neural.text.Batch;

/**
 * Sequences of rows: the tokens of acts, the tokens of sections, or the sections of acts. Places
 * that belong to no sequence are padding.
 *
 * @param starts the place of the first item of each sequence
 * @param lengths number of items per sequence, at least 1
 * @param rows the row of each place; {@link Batch#NONE} for padding and dropped tokens
 * @param rowCount number of different rows
 */
public record Sequences(int[] starts, int[] lengths, int[] rows, int rowCount) {
  /** The tokens of each act. */
  public static Sequences ofActs(Batch batch) {
    int[] starts = new int[batch.size()];
    Arrays.setAll(starts, act -> act * batch.tokens());
    return new Sequences(starts, batch.lengths(), batch.rows(), batch.rowCount());
  }

  /** Every row once, one sequence after the other, without padding. */
  public static Sequences consecutive(int[] lengths) {
    int[] rows = new int[Arrays.stream(lengths).sum()];
    Arrays.setAll(rows, row -> row);
    return consecutive(lengths, rows, rows.length);
  }

  /** One sequence after the other, without padding. */
  public static Sequences consecutive(int[] lengths, int[] rows, int rowCount) {
    int[] starts = new int[lengths.length];
    for (int i = 1; i < lengths.length; i++) {
      starts[i] = starts[i - 1] + lengths[i - 1];
    }
    return new Sequences(starts, lengths, rows, rowCount);
  }

  /** The same rows, padded to the longest sequence. */
  public Sequences padded() {
    int width = longest();
    int[] paddedStarts = new int[size()];
    int[] paddedRows = new int[size() * width];
    Arrays.fill(paddedRows, Batch.NONE);
    for (int i = 0; i < size(); i++) {
      paddedStarts[i] = i * width;
      System.arraycopy(rows, starts[i], paddedRows, paddedStarts[i], lengths[i]);
    }
    return new Sequences(paddedStarts, lengths, paddedRows, rowCount);
  }

  /** The number of sequences. */
  public int size() {
    return lengths.length;
  }

  /** The number of places. */
  public int places() {
    return rows.length;
  }

  /** The number of items of the longest sequence. */
  public int longest() {
    return Arrays.stream(lengths).max().orElseThrow();
  }
}

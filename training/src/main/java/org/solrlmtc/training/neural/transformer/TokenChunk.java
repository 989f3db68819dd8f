package org.solrlmtc.training.neural.transformer;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.solrlmtc.training.neural.text.Batch;

/**
 * Neighbouring acts of a batch that are computed together: their tokens one after the other,
 * without padding. A batch is computed in chunks, because what a chunk needs stays in the cache of
 * the processor.
 *
 * @param from index of the first act in the batch
 * @param lengths number of tokens per act
 * @param rows the row of each token in a padded batch
 */
record TokenChunk(int from, int[] lengths, long[] rows) {
  /** Larger products are not faster, and their results leave the cache. */
  private static final int TOKENS = 1024;

  /**
   * Divides a batch into chunks of about the same number of tokens; the same number of chunks for
   * each part of a computation, unless there are too few acts.
   */
  static List<TokenChunk> of(Batch batch, int parts) {
    int[] lengths = batch.lengths();
    long total = Arrays.stream(lengths).asLongStream().sum();
    long wanted =
        parts * Math.max(1, (total + (long) parts * TOKENS / 2) / ((long) parts * TOKENS));
    List<TokenChunk> chunks = new ArrayList<>();
    int from = 0;
    long done = 0;
    for (int act = 0; act < lengths.length; act++) {
      done += lengths[act];
      if (act == lengths.length - 1 || done * wanted >= total * (chunks.size() + 1)) {
        chunks.add(of(batch, from, act + 1));
        from = act + 1;
      }
    }
    return chunks;
  }

  private static TokenChunk of(Batch batch, int from, int to) {
    int[] lengths = Arrays.copyOfRange(batch.lengths(), from, to);
    long[] rows = new long[Arrays.stream(lengths).sum()];
    int next = 0;
    for (int act = 0; act < lengths.length; act++) {
      for (int token = 0; token < lengths[act]; token++) {
        rows[next++] = (long) (from + act) * batch.tokens() + token;
      }
    }
    return new TokenChunk(from, lengths, rows);
  }

  int tokens() {
    return rows.length;
  }

  /** The position of each token in its act. */
  long[] positions() {
    long[] positions = new long[rows.length];
    int next = 0;
    for (int length : lengths) {
      for (int token = 0; token < length; token++) {
        positions[next++] = token;
      }
    }
    return positions;
  }

  /** The row of each token among the vectors of the batch, which end with one for no token. */
  long[] vectors(Batch batch) {
    return Arrays.stream(rows)
        .map(row -> batch.rows()[(int) row])
        .map(vector -> vector == Batch.NONE ? batch.rowCount() : vector)
        .toArray();
  }

  /** The numbers of its acts. */
  int[] actNumbers(Batch batch) {
    return Arrays.copyOfRange(batch.actNumbers(), from, from + lengths.length);
  }
}

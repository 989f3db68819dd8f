package org.solrlmtc.training.neural.text;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TestBatchOrder {
  private final TokenizedActs acts = new TokenizedActs(50, 1, 1);

  TestBatchOrder() {
    Random random = new Random(3);
    for (int act = 0; act < 1003; act++) {
      acts.add(random.ints(1 + random.nextInt(300), 2, 50).toArray(), new int[0], 0);
    }
  }

  @Test
  void batchesReadEveryActOnce() {
    int[] read =
        BatchOrder.shuffled(acts, 8, new SplittableRandom(1)).stream()
            .flatMapToInt(Arrays::stream)
            .sorted()
            .toArray();
    assertArrayEquals(IntStream.range(0, 1003).toArray(), read);
  }

  @Test
  void batchesAreTheSameForTheSameSeedOnly() {
    List<int[]> one = BatchOrder.shuffled(acts, 8, new SplittableRandom(1));
    List<int[]> same = BatchOrder.shuffled(acts, 8, new SplittableRandom(1));
    List<int[]> other = BatchOrder.shuffled(acts, 8, new SplittableRandom(2));
    assertArrayEquals(one.toArray(), same.toArray());
    assertNotEquals(Arrays.deepToString(one.toArray()), Arrays.deepToString(other.toArray()));
  }

  @Test
  void batchesKeepActsOfSimilarLengthTogether() {
    double padding = 0;
    double tokens = 0;
    for (int[] chosen : BatchOrder.shuffled(acts, 8, new SplittableRandom(1))) {
      Batch batch = Batch.of(acts, chosen);
      tokens += batch.tokens() * batch.size();
      padding += batch.tokens() * batch.size() - Arrays.stream(batch.lengths()).sum();
    }
    assertTrue(padding / tokens < 0.05, padding / tokens + " of all tokens are padding");
  }

  @Test
  void aWordIsOneRow() {
    TokenizedActs few = new TokenizedActs(10, 1, 1);
    few.add(new int[] {4, 5, 4}, new int[0], 0);
    few.add(new int[] {5}, new int[0], 0);
    Batch shared = Batch.of(few, new int[] {0, 1});
    assertArrayEquals(new long[] {4, 5}, shared.ids());
    assertArrayEquals(new int[] {0, 1, 0, 1, Batch.NONE, Batch.NONE}, shared.rows());
    Batch apart = Batch.of(few, new int[] {0, 1}, 0, Batch.RowSharing.ACT, new SplittableRandom(1));
    assertArrayEquals(new long[] {4, 5, 5}, apart.ids());
    assertArrayEquals(new long[] {0, 0, 1}, apart.acts());
    Batch places =
        Batch.of(few, new int[] {1, 0}, 0, Batch.RowSharing.NONE, new SplittableRandom(1));
    assertArrayEquals(new long[] {5, 4, 5, 4}, places.ids());
    assertArrayEquals(new int[] {0, Batch.NONE, Batch.NONE, 1, 2, 3}, places.rows());
  }

  @Test
  void wordDropoutDropsTheShareThatTheRecipeSets() {
    Batch batch =
        Batch.of(
            acts,
            IntStream.range(0, 1003).toArray(),
            0.25,
            Batch.RowSharing.BATCH,
            new SplittableRandom(1));
    double kept = Arrays.stream(batch.rows()).filter(row -> row != Batch.NONE).count();
    assertEquals(0.75, kept / Arrays.stream(batch.lengths()).sum(), 0.01);
  }

  @Test
  void anActWithoutWordsIsOneOutOfVocabularyWord() {
    TokenizedActs empty = new TokenizedActs(10, 1, 1);
    empty.add(new int[0], new int[0], 0);
    assertArrayEquals(new int[] {1}, empty.tokens(0));
  }
}

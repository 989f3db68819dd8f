package org.solrlmtc.training.neural.text;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** The order of acts in an epoch: random, with length bucketing. */
public final class BatchOrder {
  /** Batches per window of length bucketing: enough to save padding, few enough to mix acts. */
  private static final int BATCHES_PER_BUCKETING_WINDOW = 50;

  private BatchOrder() {}

  /** Every act once, in random order. */
  public static List<int[]> shuffled(TokenizedActs acts, int size, SplittableRandom random) {
    int[] order = IntStream.range(0, acts.size()).toArray();
    shuffle(order, random);
    List<int[]> batches = new ArrayList<>();
    int window = size * BATCHES_PER_BUCKETING_WINDOW;
    for (int from = 0; from < order.length; from += window) {
      batches.addAll(
          byLength(
              acts, Arrays.copyOfRange(order, from, Math.min(order.length, from + window)), size));
    }
    int[] positions = IntStream.range(0, batches.size()).toArray();
    shuffle(positions, random);
    return IntStream.of(positions).mapToObj(batches::get).toList();
  }

  /** Every act once, sorted by length for minimal padding. */
  public static List<int[]> sorted(TokenizedActs acts, int size) {
    return byLength(acts, IntStream.range(0, acts.size()).toArray(), size);
  }

  private static List<int[]> byLength(TokenizedActs acts, int[] chosen, int size) {
    int[] sorted =
        IntStream.of(chosen)
            .boxed()
            .sorted(Comparator.comparingInt(act -> acts.tokens(act).length))
            .mapToInt(Integer::intValue)
            .toArray();
    List<int[]> batches = new ArrayList<>();
    for (int from = 0; from < sorted.length; from += size) {
      batches.add(Arrays.copyOfRange(sorted, from, Math.min(sorted.length, from + size)));
    }
    return batches;
  }

  private static void shuffle(int[] values, SplittableRandom random) {
    for (int i = values.length - 1; i > 0; i--) {
      int other = random.nextInt(i + 1);
      int value = values[i];
      values[i] = values[other];
      values[other] = value;
    }
  }
}

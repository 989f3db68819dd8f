package org.solrlmtc.training.neural.tensor;

import java.util.Arrays;

/**
 * Which items belong to which sums: sum i is over the items from start i to the next start.
 *
 * @param items one sum after the other
 * @param starts start of the items of each sum
 */
public record Incidence(long[] items, long[] starts) {
  /** The inverse: the sums that each of {@code count} items belongs to. */
  public Incidence inverse(int count) {
    long[] ends = new long[count + 1];
    for (long item : items) {
      ends[(int) item + 1]++;
    }
    for (int item = 0; item < count; item++) {
      ends[item + 1] += ends[item];
    }
    long[] inverseStarts = Arrays.copyOf(ends, count);
    long[] sums = new long[items.length];
    for (int sum = 0; sum < starts.length; sum++) {
      long end = sum + 1 == starts.length ? items.length : starts[sum + 1];
      for (int i = (int) starts[sum]; i < end; i++) {
        sums[(int) ends[(int) items[i]]++] = sum;
      }
    }
    return new Incidence(sums, inverseStarts);
  }
}

package org.solrlmtc.core.neighbours;

import java.util.Arrays;

/** Selects the acts with the largest sums. */
final class NearestActs {
  private NearestActs() {}

  /**
   * The acts with the largest sums above 0, largest first, equal ones by number.
   *
   * @return the sum in the upper, the number in the lower half
   */
  static long[] select(int[] sums, int limit) {
    // a heap whose head is the worst act kept; larger sums and smaller numbers are better
    long[] heap = new long[limit];
    int size = 0;
    int worst = 0;
    for (int act = 0; act < sums.length; act++) {
      if (sums[act] <= worst) {
        continue;
      }
      long entry = (long) sums[act] << 32 | Integer.MAX_VALUE - act;
      if (size < limit) {
        heap[size] = entry;
        up(heap, size++);
      } else {
        heap[0] = entry;
        down(heap, size);
      }
      if (size == limit) {
        worst = (int) (heap[0] >>> 32);
      }
    }
    Arrays.sort(heap, 0, size);
    long[] nearest = new long[size];
    for (int i = 0; i < size; i++) {
      long entry = heap[size - 1 - i];
      nearest[i] = entry >>> 32 << 32 | Integer.MAX_VALUE - (int) entry;
    }
    return nearest;
  }

  private static void up(long[] heap, int from) {
    long entry = heap[from];
    int at = from;
    while (at > 0 && heap[(at - 1) / 2] > entry) {
      heap[at] = heap[(at - 1) / 2];
      at = (at - 1) / 2;
    }
    heap[at] = entry;
  }

  private static void down(long[] heap, int size) {
    long entry = heap[0];
    int at = 0;
    for (int child = 1; child < size; child = 2 * at + 1) {
      if (child + 1 < size && heap[child + 1] < heap[child]) {
        child++;
      }
      if (heap[child] >= entry) {
        break;
      }
      heap[at] = heap[child];
      at = child;
    }
    heap[at] = entry;
  }
}

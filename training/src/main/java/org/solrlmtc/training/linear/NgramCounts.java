package org.solrlmtc.training.linear;

import java.util.Arrays;

/**
 * Document frequencies of n-grams in bounded memory: when the table is full, the rarest n-grams are
 * dropped. The frequency of an n-gram that was dropped and occurs again is slightly too low. It
 * depends on the order of the acts, which therefore is part of the data.
 */
final class NgramCounts {
  private static final int INITIAL_CAPACITY = 1 << 16;
  private static final double MAX_LOAD = 0.6;

  private final int limit;

  /** Hashes of n-grams + 1; 0 for a free slot. */
  private long[] keys = new long[INITIAL_CAPACITY];

  private int[] counts = new int[INITIAL_CAPACITY];
  private int size;

  NgramCounts(int limit) {
    this.limit = limit;
  }

  /** The memory of a full table, including resizing. */
  static long bytes(int limit) {
    long capacity = INITIAL_CAPACITY;
    while (capacity * MAX_LOAD < limit) {
      capacity *= 2;
    }
    return capacity * 12 * 3 / 2;
  }

  /** The number of n-grams that are counted. */
  int size() {
    return size;
  }

  void add(long name) {
    int slot = slotOf(name);
    while (keys[slot] != 0) {
      if (keys[slot] == name + 1) {
        counts[slot]++;
        return;
      }
      slot = (slot + 1) & (keys.length - 1);
    }
    if (size >= limit) {
      dropRarest();
      add(name);
      return;
    }
    keys[slot] = name + 1;
    counts[slot] = 1;
    if (++size > keys.length * MAX_LOAD) {
      resize(keys.length * 2, 0);
    }
  }

  private int slotOf(long name) {
    return (int) (name & (keys.length - 1));
  }

  private void dropRarest() {
    // half of them at once, so that this is rare
    int threshold = 1;
    while (countAbove(threshold) > limit / 2) {
      threshold++;
    }
    resize(keys.length, threshold);
  }

  private int countAbove(int threshold) {
    int above = 0;
    for (int count : counts) {
      above += count > threshold ? 1 : 0;
    }
    return above;
  }

  private void resize(int capacity, int threshold) {
    long[] oldKeys = keys;
    int[] oldCounts = counts;
    keys = new long[capacity];
    counts = new int[capacity];
    size = 0;
    for (int old = 0; old < oldKeys.length; old++) {
      if (oldCounts[old] > threshold) {
        int slot = slotOf(oldKeys[old] - 1);
        while (keys[slot] != 0) {
          slot = (slot + 1) & (capacity - 1);
        }
        keys[slot] = oldKeys[old];
        counts[slot] = oldCounts[old];
        size++;
      }
    }
  }

  /**
   * The maxDocFrequency frequent n-grams, maxDocFrequency frequent first, equally frequent ones by
   * hash.
   *
   * @param minDocFrequency minimum document frequency
   * @param maxDocFrequency maximum document frequency
   */
  Chosen choose(int minDocFrequency, int maxDocFrequency, int maxFeatures) {
    int[] byCount = new int[1 + Arrays.stream(counts).max().orElse(0)];
    for (int slot = 0; slot < keys.length; slot++) {
      if (counts[slot] >= Math.max(1, minDocFrequency) && counts[slot] <= maxDocFrequency) {
        byCount[counts[slot]]++;
      }
    }
    long chosen = 0;
    int threshold = byCount.length;
    while (threshold > 1 && chosen < maxFeatures) {
      chosen += byCount[--threshold];
    }
    long[] names = new long[(int) chosen];
    int[] starts = new int[byCount.length + 1];
    for (int count = byCount.length - 1; count >= threshold; count--) {
      starts[count] = starts[count + 1] + byCount[count];
    }
    int[] next = new int[byCount.length];
    System.arraycopy(starts, 1, next, 0, next.length);
    for (int slot = 0; slot < keys.length; slot++) {
      int count = counts[slot];
      if (count >= Math.max(threshold, minDocFrequency) && count <= maxDocFrequency && count > 0) {
        names[next[count]++] = keys[slot] - 1;
      }
    }
    int size = (int) Math.min(chosen, maxFeatures);
    int[] acts = new int[size];
    for (int count = byCount.length - 1; count >= threshold; count--) {
      Arrays.sort(names, starts[count + 1], starts[count]);
      Arrays.fill(acts, Math.min(size, starts[count + 1]), Math.min(size, starts[count]), count);
    }
    return new Chosen(Arrays.copyOf(names, size), acts);
  }

  /** Selected n-grams and their document frequencies. */
  record Chosen(long[] names, int[] acts) {}
}

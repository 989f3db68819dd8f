package org.solrlmtc.training.linear;

import java.util.Arrays;

/**
 * In how many acts each n-gram stands, in bounded memory: when the table is full, the n-grams
 * counted least are forgotten. Counts of n-grams that were forgotten and came back are too low by
 * the little that was forgotten; which acts come first decides it, so the order of acts is part of
 * the data.
 */
final class NgramCounts {
  private static final int FIRST_CAPACITY = 1 << 16;
  private static final double FULL = 0.6;

  private final int limit;

  /** Names + 1; 0 for a free slot. */
  private long[] keys = new long[FIRST_CAPACITY];

  private int[] counts = new int[FIRST_CAPACITY];
  private int size;

  NgramCounts(int limit) {
    this.limit = limit;
  }

  /** What a full table takes, growing included. */
  static long bytes(int limit) {
    long capacity = FIRST_CAPACITY;
    while (capacity * FULL < limit) {
      capacity *= 2;
    }
    return capacity * 12 * 3 / 2;
  }

  /** How many n-grams are counted. */
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
      forgetRarest();
      add(name);
      return;
    }
    keys[slot] = name + 1;
    counts[slot] = 1;
    if (++size > keys.length * FULL) {
      resize(keys.length * 2, 0);
    }
  }

  private int slotOf(long name) {
    return (int) (name & (keys.length - 1));
  }

  private void forgetRarest() {
    // half of them at once, so that this stays rare
    int bar = 1;
    while (countAbove(bar) > limit / 2) {
      bar++;
    }
    resize(keys.length, bar);
  }

  private int countAbove(int bar) {
    int above = 0;
    for (int count : counts) {
      above += count > bar ? 1 : 0;
    }
    return above;
  }

  private void resize(int capacity, int bar) {
    long[] oldKeys = keys;
    int[] oldCounts = counts;
    keys = new long[capacity];
    counts = new int[capacity];
    size = 0;
    for (int old = 0; old < oldKeys.length; old++) {
      if (oldCounts[old] > bar) {
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
   * The most frequent n-grams, most frequent first, equally frequent ones by name.
   *
   * @param least in at least this many acts
   * @param most in at most this many
   */
  Chosen choose(int least, int most, int maxFeatures) {
    int[] byCount = new int[1 + Arrays.stream(counts).max().orElse(0)];
    for (int slot = 0; slot < keys.length; slot++) {
      if (counts[slot] >= Math.max(1, least) && counts[slot] <= most) {
        byCount[counts[slot]]++;
      }
    }
    long chosen = 0;
    int bar = byCount.length;
    while (bar > 1 && chosen < maxFeatures) {
      chosen += byCount[--bar];
    }
    long[] names = new long[(int) chosen];
    int[] starts = new int[byCount.length + 1];
    for (int count = byCount.length - 1; count >= bar; count--) {
      starts[count] = starts[count + 1] + byCount[count];
    }
    int[] next = new int[byCount.length];
    System.arraycopy(starts, 1, next, 0, next.length);
    for (int slot = 0; slot < keys.length; slot++) {
      int count = counts[slot];
      if (count >= Math.max(bar, least) && count <= most && count > 0) {
        names[next[count]++] = keys[slot] - 1;
      }
    }
    int size = (int) Math.min(chosen, maxFeatures);
    int[] acts = new int[size];
    for (int count = byCount.length - 1; count >= bar; count--) {
      Arrays.sort(names, starts[count + 1], starts[count]);
      Arrays.fill(acts, Math.min(size, starts[count + 1]), Math.min(size, starts[count]), count);
    }
    return new Chosen(Arrays.copyOf(names, size), acts);
  }

  /** Chosen n-grams and in how many acts each stands. */
  record Chosen(long[] names, int[] acts) {}
}

package org.solrlmtc.training.linear;

import java.util.Arrays;

/** Hard-negative mining: keeps the rows with the highest margins, equal margins by row. */
final class HardNegatives {
  private final int limit;

  /** Margin (as bits that sort like the number) and row, the best last once sorted. */
  private final long[] kept;

  private int size;
  private float bar;

  /**
   * @param bar only margins above this are kept
   */
  HardNegatives(int limit, float bar) {
    this.limit = limit;
    this.kept = new long[2 * limit];
    this.bar = bar;
  }

  void offer(int row, float margin) {
    if (margin > bar) {
      kept[size++] = (long) sortable(margin) << 32 | (Integer.MAX_VALUE - row);
      if (size == kept.length) {
        dropWorst();
        // a later row loses against an earlier one of the same margin
        bar = margin(kept[0]);
      }
    }
  }

  private void dropWorst() {
    Arrays.sort(kept, 0, size);
    int keep = Math.min(size, limit);
    System.arraycopy(kept, size - keep, kept, 0, keep);
    size = keep;
  }

  /** The rows kept, rising. */
  int[] rows() {
    dropWorst();
    int[] rows = new int[size];
    for (int i = 0; i < size; i++) {
      rows[i] = Integer.MAX_VALUE - (int) kept[i];
    }
    Arrays.sort(rows);
    return rows;
  }

  private static int sortable(float margin) {
    int bits = Float.floatToIntBits(margin);
    return bits >= 0 ? bits : bits ^ Integer.MAX_VALUE;
  }

  private static float margin(long entry) {
    int bits = (int) (entry >> 32);
    return Float.intBitsToFloat(bits >= 0 ? bits : bits ^ Integer.MAX_VALUE);
  }
}

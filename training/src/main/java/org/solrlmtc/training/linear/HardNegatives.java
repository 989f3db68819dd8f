package org.solrlmtc.training.linear;

import java.util.Arrays;

/** Hard-negative mining: keeps the rows with the highest margins, equal margins by row. */
final class HardNegatives {
  private final int limit;

  /** Margin (as bits that sort like the number) and row; the best are last after sorting. */
  private final long[] kept;

  private int size;
  private float minMargin;

  /**
   * @param minMargin only margins above this are kept
   */
  HardNegatives(int limit, float minMargin) {
    this.limit = limit;
    this.kept = new long[2 * limit];
    this.minMargin = minMargin;
  }

  void offer(int row, float margin) {
    if (margin > minMargin) {
      kept[size++] = (long) sortable(margin) << 32 | (Integer.MAX_VALUE - row);
      if (size == kept.length) {
        dropWorst();
        // of equal margins, the earlier row is kept
        minMargin = margin(kept[0]);
      }
    }
  }

  private void dropWorst() {
    Arrays.sort(kept, 0, size);
    int keep = Math.min(size, limit);
    System.arraycopy(kept, size - keep, kept, 0, keep);
    size = keep;
  }

  /** The rows kept, ascending. */
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

package org.solrlmtc.core.linear;

/** Finds the n-th largest of many values without sorting them all. */
final class QuickSelect {
  private QuickSelect() {}

  /**
   * The n-th largest of the values between {@code from} and {@code to}.
   *
   * @param scratch a buffer of their number; its content is overwritten
   */
  static float largest(float[] values, int from, int to, int n, float[] scratch) {
    int size = to - from;
    System.arraycopy(values, from, scratch, 0, size);
    int rank = size - n;
    int low = 0;
    int high = size - 1;
    while (low < high) {
      float pivot = scratch[(low + high) >>> 1];
      int i = low;
      int j = high;
      while (i <= j) {
        while (scratch[i] < pivot) {
          i++;
        }
        while (scratch[j] > pivot) {
          j--;
        }
        if (i <= j) {
          float swapped = scratch[i];
          scratch[i++] = scratch[j];
          scratch[j--] = swapped;
        }
      }
      if (rank <= j) {
        high = j;
      } else if (rank >= i) {
        low = i;
      } else {
        break;
      }
    }
    return scratch[rank];
  }
}

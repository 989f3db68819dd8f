package org.solrlmtc.core.linear;

import java.util.Arrays;
import java.util.function.IntBinaryOperator;

/**
 * A first pass over weights to be written: the bytes that each feature needs, and the bounds of the
 * weights.
 */
final class WeightSurvey implements WeightEntries.Visitor {
  private final IntBinaryOperator entryBytes;
  private final int[] bytes;
  private final int[] last;
  private float smallest = Float.POSITIVE_INFINITY;
  private float largest = 0;

  /**
   * @param entryBytes the bytes of an entry, given the column of the feature's previous entry (-1
   *     if there is none) and its own column
   */
  WeightSurvey(int features, IntBinaryOperator entryBytes) {
    this.entryBytes = entryBytes;
    bytes = new int[features];
    last = new int[features];
    Arrays.fill(last, -1);
  }

  @Override
  public void entry(int column, int feature, float weight) {
    float size = Math.abs(weight);
    if (!(size > 0 && Float.isFinite(size)) || column <= last[feature]) {
      throw new IllegalArgumentException(
          "the weight "
              + weight
              + " of feature "
              + feature
              + " in column "
              + column
              + " cannot be written: weights must be finite, not 0, and sorted by column");
    }
    smallest = Math.min(smallest, size);
    largest = Math.max(largest, size);
    bytes[feature] += entryBytes.applyAsInt(last[feature], column);
    last[feature] = column;
  }

  WeightLevels levels() {
    return largest == 0 ? WeightLevels.between(1, 1) : WeightLevels.between(smallest, largest);
  }

  /** The start of each feature's entries, then the end of the last ones. */
  int[] starts() {
    int[] starts = new int[bytes.length + 1];
    for (int feature = 0; feature < bytes.length; feature++) {
      long end = (long) starts[feature] + bytes[feature];
      if (end > Integer.MAX_VALUE - (1 << 20)) {
        throw new IllegalArgumentException(
            "the weights need more than 2 GB: keep fewer by raising 'pruningThreshold'");
      }
      starts[feature + 1] = (int) end;
    }
    return starts;
  }
}

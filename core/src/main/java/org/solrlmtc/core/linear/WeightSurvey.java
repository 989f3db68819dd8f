package org.solrlmtc.core.linear;

import java.util.Arrays;
import java.util.function.IntBinaryOperator;

/** A first walk through weights to be written: how much room each feature needs, and the bounds. */
final class WeightSurvey implements WeightEntries.Visitor {
  private final IntBinaryOperator room;
  private final int[] bytes;
  private final int[] last;
  private float smallest = Float.POSITIVE_INFINITY;
  private float largest = 0;

  /**
   * @param room the bytes that an entry takes, given the column of the feature's entry before (-1
   *     when there is none) and its own column
   */
  WeightSurvey(int features, IntBinaryOperator room) {
    this.room = room;
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
              + " cannot be written: weights are finite, not 0, and come by rising columns");
    }
    smallest = Math.min(smallest, size);
    largest = Math.max(largest, size);
    bytes[feature] += room.applyAsInt(last[feature], column);
    last[feature] = column;
  }

  WeightLevels levels() {
    return largest == 0 ? WeightLevels.between(1, 1) : WeightLevels.between(smallest, largest);
  }

  /** Where each feature's entries begin, and at the end where the last ones stop. */
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

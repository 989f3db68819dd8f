package org.solrlmtc.core.linear;

import java.nio.ByteBuffer;

/**
 * Logarithmic quantisation of weights to 8 bits: 127 levels per sign, evenly spaced on a
 * logarithmic scale between the smallest and the largest absolute weight. So all weights have the
 * same relative error: half the ratio of neighbouring levels, about 2% if the weights span a factor
 * of 200.
 */
final class WeightLevels {
  private static final int LEVELS = 127;
  static final int BYTES = LEVELS * Float.BYTES;

  private final float[] levels;

  private WeightLevels(float[] levels) {
    this.levels = levels;
  }

  /** Levels for weights with absolute values between these bounds. */
  static WeightLevels between(float smallest, float largest) {
    float[] levels = new float[LEVELS];
    for (int level = 0; level < LEVELS; level++) {
      levels[level] =
          (float) (smallest * StrictMath.pow((double) largest / smallest, level / (LEVELS - 1.0)));
    }
    return new WeightLevels(levels);
  }

  static WeightLevels read(ByteBuffer in) {
    float[] levels = new float[LEVELS];
    for (int level = 0; level < LEVELS; level++) {
      levels[level] = in.getFloat();
      if (!(levels[level] > 0 && Float.isFinite(levels[level]))) {
        throw new IllegalArgumentException(
            "the weight level " + levels[level] + " is not a positive finite number");
      }
    }
    return new WeightLevels(levels);
  }

  void write(ByteBuffer out) {
    for (float level : levels) {
      out.putFloat(level);
    }
  }

  /** The code of a weight that is not 0: the nearest level, with the weight's sign. */
  byte encode(float weight) {
    double span = StrictMath.log((double) levels[LEVELS - 1] / levels[0]);
    double place = span == 0 ? 0 : StrictMath.log(Math.abs(weight) / levels[0]) / span;
    int level = (int) Math.max(0, Math.min(LEVELS - 1, Math.round(place * (LEVELS - 1))));
    return (byte) (weight < 0 ? -1 - level : 1 + level);
  }

  /** The weight of each code, as an unsigned byte; 0 for codes that are never written. */
  float[] table() {
    float[] table = new float[256];
    for (int level = 0; level < LEVELS; level++) {
      table[1 + level] = levels[level];
      table[(-1 - level) & 0xFF] = -levels[level];
    }
    return table;
  }
}

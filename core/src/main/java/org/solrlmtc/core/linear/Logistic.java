package org.solrlmtc.core.linear;

/**
 * The logistic function 1 / (1 + e^-x) from a table. An act has thousands of candidate labels, and
 * the exact function is slow if it must be the same on every machine. The table is monotonic, too,
 * with an error below 1e-5.
 */
final class Logistic {
  private static final int BOUND = 16;
  private static final int STEPS_PER_UNIT = 64;
  private static final float[] TABLE = new float[2 * BOUND * STEPS_PER_UNIT + 1];

  static {
    for (int i = 0; i < TABLE.length; i++) {
      TABLE[i] = (float) exact((double) i / STEPS_PER_UNIT - BOUND);
    }
  }

  private Logistic() {}

  static float of(float x) {
    if (!(Math.abs(x) < BOUND)) {
      return (float) exact(x);
    }
    float place = (x + BOUND) * STEPS_PER_UNIT;
    int step = (int) place;
    return TABLE[step] + (place - step) * (TABLE[step + 1] - TABLE[step]);
  }

  private static double exact(double x) {
    return 1 / (1 + StrictMath.exp(-x));
  }
}

package org.solrlmtc.training.neural.vectors;

/** The logistic function from a table with steps of 1/341; the same on every machine. */
final class Sigmoid {
  private static final int SIZE = 1 << 12;
  private static final float END = 6;
  private static final float SCALE = SIZE / (2 * END);
  private static final float[] TABLE = new float[SIZE];

  static {
    for (int i = 0; i < SIZE; i++) {
      TABLE[i] = (float) (1 / (1 + StrictMath.exp(END - (i + 0.5) / SCALE)));
    }
  }

  private Sigmoid() {}

  static float of(float x) {
    return x >= END ? 1 : x <= -END ? 0 : TABLE[Math.min(SIZE - 1, (int) ((x + END) * SCALE))];
  }
}

package org.solrlmtc.training.neural.graph;

import org.solrlmtc.training.neural.tensor.Matrix;

/**
 * A matrix quantised to 8 bits: an element is {@code (value - ZERO) * scale}, one scale per row.
 *
 * @param values {@code rows * columns} unsigned bytes
 * @param scales one per row
 */
record QuantizedMatrix(byte[] values, float[] scales) {
  /** The byte that stands for 0. */
  static final int ZERO = 128;

  private static final int LARGEST = 127;

  static QuantizedMatrix of(Matrix matrix) {
    byte[] values = new byte[matrix.values().length];
    float[] scales = new float[matrix.rows()];
    for (int row = 0; row < matrix.rows(); row++) {
      int start = row * matrix.columns();
      float largest = 0;
      for (int i = start; i < start + matrix.columns(); i++) {
        largest = Math.max(largest, Math.abs(matrix.values()[i]));
      }
      // a row of zeros needs some scale, any will do
      scales[row] = largest == 0 ? 1 : largest / LARGEST;
      for (int i = start; i < start + matrix.columns(); i++) {
        values[i] = (byte) (ZERO + Math.round(matrix.values()[i] / scales[row]));
      }
    }
    return new QuantizedMatrix(values, scales);
  }
}

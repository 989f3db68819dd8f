package org.solrlmtc.training.neural.graph;

import org.solrlmtc.training.neural.tensor.Matrix;

/**
 * A matrix quantised to 8 bits: an element is {@code (value - ZERO) * scale}, one scale per row.
 *
 * @param values {@code rows * columns} unsigned bytes
 * @param scales one per row
 */
record QuantizedMatrix(byte[] values, float[] scales) {
  /** Zero point: the value that represents 0. */
  static final int ZERO = 128;

  private static final int MAX_VALUE = 127;

  static QuantizedMatrix of(Matrix matrix) {
    byte[] values = new byte[matrix.values().length];
    float[] scales = new float[matrix.rows()];
    for (int row = 0; row < matrix.rows(); row++) {
      int start = row * matrix.columns();
      float largest = 0;
      for (int i = start; i < start + matrix.columns(); i++) {
        largest = Math.max(largest, Math.abs(matrix.values()[i]));
      }
      // any scale will do for a row of zeros
      scales[row] = largest == 0 ? 1 : largest / MAX_VALUE;
      for (int i = start; i < start + matrix.columns(); i++) {
        values[i] = (byte) (ZERO + Math.round(matrix.values()[i] / scales[row]));
      }
    }
    return new QuantizedMatrix(values, scales);
  }
}

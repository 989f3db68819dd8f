package org.solrlmtc.training.pretrained;

import java.util.List;
import java.util.Map;
import org.solrlmtc.training.execution.TrainingException;

/** The tensors of one file format, by their canonical names. */
interface WeightsFile {
  /** The elements of the largest array of 4 bytes each that one buffer can hold. */
  int LARGEST = (Integer.MAX_VALUE - 8) / Float.BYTES;

  /** The shapes of all tensors; matrices are [out, in]. */
  Map<String, List<Integer>> shapes();

  /**
   * Reads a tensor.
   *
   * @throws TrainingException naming the file if it is damaged
   */
  float[] read(String name);

  /** Number of elements of a shape; refuses what no array can hold. */
  static int elements(List<? extends Number> shape) {
    long elements = 1;
    for (Number size : shape) {
      if (size.longValue() < 0) {
        throw new IllegalArgumentException("a size of the shape " + shape + " is negative");
      }
      if (size.longValue() > 0 && elements > LARGEST / size.longValue()) {
        throw new IllegalArgumentException("the shape " + shape + " is too large");
      }
      elements *= size.longValue();
    }
    return (int) elements;
  }

  /** The transpose of an [in, out] matrix: [out, in]. */
  static float[] transposed(float[] values, int rows, int columns) {
    float[] transposed = new float[values.length];
    for (int row = 0; row < rows; row++) {
      for (int column = 0; column < columns; column++) {
        transposed[column * rows + row] = values[row * columns + column];
      }
    }
    return transposed;
  }
}

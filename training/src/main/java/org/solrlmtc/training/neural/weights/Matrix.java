package org.solrlmtc.training.neural.weights;

/**
 * A matrix of numbers, row by row.
 *
 * @param values {@code rows * columns} numbers; the array is not copied
 */
public record Matrix(int rows, int columns, float[] values) {
  public Matrix {
    if (values.length != (long) rows * columns) {
      throw new IllegalArgumentException(
          values.length + " numbers cannot fill " + rows + " rows of " + columns);
    }
  }
}

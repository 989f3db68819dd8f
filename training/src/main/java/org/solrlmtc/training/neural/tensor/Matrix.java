package org.solrlmtc.training.neural.tensor;

/**
 * A matrix in row-major order.
 *
 * @param values {@code rows * columns} values; the array is not copied
 */
public record Matrix(int rows, int columns, float[] values) {
  public Matrix {
    if (values.length != (long) rows * columns) {
      throw new IllegalArgumentException(
          values.length + " values cannot fill " + rows + " rows of " + columns);
    }
  }

  public float at(int row, int column) {
    return values[row * columns + column];
  }

  /** A copy of a row. */
  public double[] row(int row) {
    double[] copy = new double[columns];
    for (int i = 0; i < columns; i++) {
      copy[i] = at(row, i);
    }
    return copy;
  }

  /** The dot product of a row and a vector. */
  public double dot(int row, double[] vector) {
    double sum = 0;
    for (int i = 0; i < vector.length; i++) {
      sum += at(row, i) * vector[i];
    }
    return sum;
  }

  public Matrix transposed() {
    float[] turned = new float[values.length];
    for (int row = 0; row < rows; row++) {
      for (int column = 0; column < columns; column++) {
        turned[column * rows + row] = values[row * columns + column];
      }
    }
    return new Matrix(columns, rows, turned);
  }
}

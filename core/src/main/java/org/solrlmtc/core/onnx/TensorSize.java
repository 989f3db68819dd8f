package org.solrlmtc.core.onnx;

import java.util.List;
import java.util.stream.IntStream;

/**
 * The element type and the shape of a tensor.
 *
 * @param type ONNX's number of the element type
 * @param shape an unknown size is -1
 */
record TensorSize(int type, List<Long> shape) {
  /** ONNX's number of the type of shapes. */
  static final int INT64 = 7;

  private static final int TEXT = 8;

  TensorSize {
    shape = List.copyOf(shape);
  }

  boolean isKnown() {
    return shape.stream().allMatch(size -> size >= 0);
  }

  boolean isNumeric() {
    return type != TEXT;
  }

  /** Whether both have the same type and the same number of dimensions. */
  boolean hasFormOf(TensorSize other) {
    return type == other.type && shape.size() == other.shape.size();
  }

  /** The larger one in each dimension; both have the same form. */
  TensorSize max(TensorSize other) {
    return new TensorSize(
        type,
        IntStream.range(0, shape.size())
            .mapToObj(i -> Math.max(shape.get(i), other.shape.get(i)))
            .toList());
  }

  /** The number of bytes, at most {@link Long#MAX_VALUE}; only if it is known. */
  long bytes() {
    double bytes = elementBytes();
    for (long size : shape) {
      bytes *= size;
    }
    return (long) bytes;
  }

  private int elementBytes() {
    return switch (type) {
      case 2, 3, 9 -> 1; // uint8, int8, bool
      case 4, 5, 10, 16 -> 2; // 16 bits
      case INT64, 11, 13, 14 -> 8; // 64 bits
      case TEXT, 15 -> 16; // text, 128 bits
      default -> 4;
    };
  }
}

package org.solrlmtc.training.neural;

import java.util.stream.LongStream;
import org.bytedeco.pytorch.Tensor;

/** Some rows of a parameter, or all of them. */
final class Rows {
  private final long[] ids;
  private final Tensor tensor;

  private Rows(long[] ids, Tensor tensor) {
    this.ids = ids;
    this.tensor = tensor;
  }

  /** All rows, in order. */
  static Rows all(int count) {
    return new Rows(LongStream.range(0, count).toArray(), null);
  }

  static Rows of(long[] ids, Torch device) {
    return new Rows(ids, device.of(ids));
  }

  boolean all() {
    return tensor == null;
  }

  long[] ids() {
    return ids;
  }

  int size() {
    return ids.length;
  }

  /** The ids, unless these are {@linkplain #all all} rows. */
  Tensor tensor() {
    return tensor;
  }
}

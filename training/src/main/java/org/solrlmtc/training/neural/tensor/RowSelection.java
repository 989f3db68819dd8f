package org.solrlmtc.training.neural.tensor;

import java.util.stream.LongStream;
import org.bytedeco.pytorch.Tensor;

/** Some rows of a parameter, or all of them. */
public final class RowSelection {
  private final long[] ids;
  private final Tensor tensor;

  private RowSelection(long[] ids, Tensor tensor) {
    this.ids = ids;
    this.tensor = tensor;
  }

  /** All rows, in order. */
  public static RowSelection all(int count) {
    return new RowSelection(LongStream.range(0, count).toArray(), null);
  }

  public static RowSelection of(long[] ids, Torch device) {
    return new RowSelection(ids, device.of(ids));
  }

  public boolean all() {
    return tensor == null;
  }

  public long[] ids() {
    return ids;
  }

  public int size() {
    return ids.length;
  }

  /** The ids, unless these are {@linkplain #all all} rows. */
  public Tensor tensor() {
    return tensor;
  }
}

package org.solrlmtc.training.neural.tensor;

import java.util.BitSet;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/**
 * A trainable tensor with its gradient and the moments of the optimiser. Rows without a gradient
 * keep their values and moments: a batch needs few rows of an embedding or of thousands of labels.
 */
public final class Parameter {
  private final String name;
  private final ParameterGroup group;
  private final Tensor value;
  private final Tensor gradient;
  private final Tensor mean;
  private final Tensor square;
  private final BitSet touched = new BitSet();

  /**
   * @param name unique in a network, for checkpoints and messages
   * @param value initial value; owned by the parameter
   */
  public Parameter(String name, Tensor value) {
    this(name, value, ParameterGroup.STANDARD);
  }

  /**
   * @param group how it is trained
   */
  public Parameter(String name, Tensor value, ParameterGroup group) {
    this.name = name;
    this.group = group;
    this.value = value;
    this.gradient = torch.zeros_like(value);
    this.mean = torch.zeros_like(value);
    this.square = torch.zeros_like(value);
  }

  public String name() {
    return name;
  }

  public ParameterGroup group() {
    return group;
  }

  public Tensor value() {
    return value;
  }

  public Tensor gradient() {
    return gradient;
  }

  /** Running mean of the gradient. */
  public Tensor mean() {
    return mean;
  }

  /** Running mean of the gradient's square. */
  public Tensor square() {
    return square;
  }

  public int rows() {
    return Math.toIntExact(value.size(0));
  }

  /** A copy of the value as a plain matrix. */
  public Matrix matrix() {
    return new Matrix(rows(), Math.toIntExact(value.size(1)), Torch.toArray(value));
  }

  /** Some rows of the value; the value itself for all rows. */
  public Tensor select(RowSelection rows) {
    return rows.all() ? value : value.index_select(0, rows.tensor());
  }

  /** Adds to the gradient of all rows. */
  public void add(Tensor addend) {
    gradient.add_(addend);
    touched.set(0, rows());
  }

  /** Adds to the gradient of some rows; rows may repeat. */
  public void add(RowSelection rows, Tensor addend) {
    if (rows.all()) {
      add(addend);
      return;
    }
    gradient.index_add_(0, rows.tensor(), addend);
    for (long row : rows.ids()) {
      touched.set((int) row);
    }
  }

  /** The rows that have a gradient. */
  public RowSelection touched(Torch device) {
    return touched.cardinality() == rows()
        ? RowSelection.all(rows())
        : RowSelection.of(touched.stream().asLongStream().toArray(), device);
  }

  /** Sets the gradient of rows to 0. */
  public void clear(RowSelection rows) {
    if (rows.all()) {
      gradient.zero_();
    } else {
      gradient.index_fill_(0, rows.tensor(), Torch.scalar(0));
    }
    touched.clear();
  }
}

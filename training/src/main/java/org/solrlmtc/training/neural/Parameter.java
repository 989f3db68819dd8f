package org.solrlmtc.training.neural;

import java.util.BitSet;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/**
 * Numbers that are learnt, with what the optimiser remembers of them. Rows that a step does not
 * touch are left alone, moments included: of an embedding or of thousands of labels, a batch needs
 * few rows.
 */
final class Parameter {
  private final String name;
  private final Tensor value;
  private final Tensor gradient;
  private final Tensor mean;
  private final Tensor square;
  private final BitSet touched = new BitSet();

  /**
   * @param name unique in a network, for checkpoints and messages
   * @param value at the start; the parameter's own from now on
   */
  Parameter(String name, Tensor value) {
    this.name = name;
    this.value = value;
    this.gradient = torch.zeros_like(value);
    this.mean = torch.zeros_like(value);
    this.square = torch.zeros_like(value);
  }

  String name() {
    return name;
  }

  Tensor value() {
    return value;
  }

  Tensor gradient() {
    return gradient;
  }

  /** Running mean of the gradient. */
  Tensor mean() {
    return mean;
  }

  /** Running mean of the gradient's square. */
  Tensor square() {
    return square;
  }

  int rows() {
    return Math.toIntExact(value.size(0));
  }

  /** The value's rows; shared with the parameter when they are all of them. */
  Tensor select(Rows rows) {
    return rows.all() ? value : value.index_select(0, rows.tensor());
  }

  /** Adds to the gradient of all rows. */
  void add(Tensor addend) {
    gradient.add_(addend);
    touched.set(0, rows());
  }

  /** Adds to the gradient of some rows; a row may stand among them several times. */
  void add(Rows rows, Tensor addend) {
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
  Rows touched(Torch device) {
    return touched.cardinality() == rows()
        ? Rows.all(rows())
        : Rows.of(touched.stream().asLongStream().toArray(), device);
  }

  /** Forgets the gradient of the rows that had one. */
  void clear(Rows rows) {
    if (rows.all()) {
      gradient.zero_();
    } else {
      gradient.index_fill_(0, rows.tensor(), Torch.scalar(0));
    }
    touched.clear();
  }
}

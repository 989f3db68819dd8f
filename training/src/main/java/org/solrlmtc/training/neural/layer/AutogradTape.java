package org.solrlmtc.training.neural.layer;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.bytedeco.pytorch.BoolOptional;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorArrayRefOptional;
import org.solrlmtc.training.neural.tensor.Parameter;
import org.solrlmtc.training.neural.tensor.RowSelection;

/**
 * One forward pass that LibTorch's autograd records. Parameters and inputs are taken through the
 * tape; {@link #backward} brings the gradients back to them.
 */
public final class AutogradTape {
  private final List<Leaf> leaves = new ArrayList<>();

  private record Leaf(Tensor tensor, Consumer<Tensor> receiver) {}

  /** A parameter's value, watched. */
  public Tensor use(Parameter parameter) {
    return watch(parameter.value(), parameter::add);
  }

  /** Some rows of a parameter, watched: those of sampled labels, for example. */
  public Tensor use(Parameter parameter, RowSelection rows) {
    return watch(parameter.select(rows), gradient -> parameter.add(rows, gradient));
  }

  /** An input of the layer, watched. */
  Tensor input(Tensor input) {
    return watch(input, gradient -> {});
  }

  private Tensor watch(Tensor value, Consumer<Tensor> receiver) {
    // shares the storage, but has a history of its own
    Tensor leaf = value.detach().requires_grad_(true);
    leaves.add(new Leaf(leaf, receiver));
    return leaf;
  }

  /**
   * Goes back.
   *
   * @param output what the forward pass gave
   * @param gradient of the output
   */
  void backward(Tensor output, Tensor gradient) {
    output.backward(gradient, new BoolOptional(false), false, new TensorArrayRefOptional());
    for (Leaf leaf : leaves) {
      Tensor own = leaf.tensor.grad();
      // what the output does not depend on has none
      if (own.defined()) {
        leaf.receiver.accept(own);
      }
    }
  }
}

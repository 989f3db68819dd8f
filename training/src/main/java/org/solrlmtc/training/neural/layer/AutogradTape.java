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
 * One forward pass, recorded by LibTorch's autograd. Parameters and inputs are used through the
 * tape; {@link #backward} adds their gradients.
 */
public final class AutogradTape {
  private final List<Leaf> leaves = new ArrayList<>();

  private record Leaf(Tensor tensor, Consumer<Tensor> receiver) {}

  /** A parameter's value, recorded. */
  public Tensor use(Parameter parameter) {
    return record(parameter.value(), parameter::add);
  }

  /** Some rows of a parameter, recorded: those of sampled labels, for example. */
  public Tensor use(Parameter parameter, RowSelection rows) {
    return record(parameter.select(rows), gradient -> parameter.add(rows, gradient));
  }

  /** An input of the layer, recorded. */
  Tensor input(Tensor input) {
    return record(input, gradient -> {});
  }

  private Tensor record(Tensor value, Consumer<Tensor> receiver) {
    // shares the storage, but has its own history
    Tensor leaf = value.detach().requires_grad_(true);
    leaves.add(new Leaf(leaf, receiver));
    return leaf;
  }

  /**
   * Runs the backward pass.
   *
   * @param output output of the forward pass
   * @param gradient of the output
   */
  public void backward(Tensor output, Tensor gradient) {
    output.backward(gradient, new BoolOptional(false), false, new TensorArrayRefOptional());
    for (Leaf leaf : leaves) {
      Tensor own = leaf.tensor.grad();
      // the output does not depend on this leaf
      if (own.defined()) {
        leaf.receiver.accept(own);
      }
    }
  }
}

package org.solrlmtc.training.neural.layer;

import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.solrlmtc.training.neural.tensor.RowSelection;

/** A head that implements only the forward pass; LibTorch's autograd derives the gradients. */
public abstract class AutogradHead implements Head.Layer {
  private AutogradTape tape;
  private Tensor input;
  private Tensor output;

  /**
   * Scores with operations of LibTorch.
   *
   * @param tape provides the values of the parameters
   * @return the logits, {@code [labels, acts]}
   */
  protected abstract Tensor score(EncodedBatch encoded, RowSelection labels, AutogradTape tape);

  @Override
  public final Tensor forward(EncodedBatch encoded, RowSelection labels) {
    tape = new AutogradTape();
    input = tape.input(encoded.states());
    output = score(new EncodedBatch(input, encoded.tokens(), encoded.lengths()), labels, tape);
    return output.detach();
  }

  @Override
  public final Tensor backward(Tensor gradient) {
    tape.backward(output, gradient);
    return input.grad().defined() ? input.grad() : torch.zeros_like(input);
  }
}

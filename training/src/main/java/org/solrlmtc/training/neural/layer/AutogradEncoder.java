package org.solrlmtc.training.neural.layer;

import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.solrlmtc.training.neural.text.Batch;

/** An encoder that implements only the forward pass; LibTorch's autograd derives the gradients. */
public abstract class AutogradEncoder implements Encoder.Layer {
  private AutogradTape tape;
  private Tensor input;
  private Tensor output;

  /**
   * Encodes with operations of LibTorch.
   *
   * @param vectors one per row of the batch
   * @param tape provides the values of the parameters
   */
  protected abstract EncodedBatch encode(Batch batch, Tensor vectors, AutogradTape tape);

  @Override
  public final EncodedBatch forward(Batch batch, Tensor vectors) {
    tape = new AutogradTape();
    input = tape.input(vectors);
    EncodedBatch encoded = encode(batch, input, tape);
    output = encoded.states();
    return new EncodedBatch(output.detach(), encoded.tokens(), encoded.lengths());
  }

  @Override
  public final Tensor backward(Tensor gradient) {
    tape.backward(output, gradient);
    return input.grad().defined() ? input.grad() : torch.zeros_like(input);
  }
}

package org.solrlmtc.training.neural;

import java.util.ArrayList;
import java.util.List;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;
import org.solrlmtc.training.neural.weights.BiGruWeights;

/** Two gated recurrent units that read a text forwards and backwards, at the same time. */
final class BiGruEncoder implements Encoder {
  private final Torch device;
  private final int hidden;
  private final GruDirection forward;
  private final GruDirection backward;

  BiGruEncoder(Torch device, int inputSize, int hidden) {
    this.device = device;
    this.hidden = hidden;
    this.forward = new GruDirection(device, "forward", inputSize, hidden, false);
    this.backward = new GruDirection(device, "backward", inputSize, hidden, true);
  }

  @Override
  public int outputSize() {
    return 2 * hidden;
  }

  @Override
  public Encoded forward(Batch batch, Tensor vectors) {
    forward.prepare(batch, vectors);
    backward.prepare(batch, vectors);
    device.both(forward::read, backward::read);
    Tensor states = torch.cat(new TensorVector(forward.states(), backward.states()), 1);
    return new Encoded(states, batch.tokens(), batch.lengths());
  }

  @Override
  public Tensor backward(Tensor gradient) {
    forward.prepareGradients(gradient.narrow(1, 0, hidden));
    backward.prepareGradients(gradient.narrow(1, hidden, hidden));
    device.both(forward::readBack, backward::readBack);
    return forward.finishGradients().add_(backward.finishGradients());
  }

  @Override
  public List<Parameter> parameters() {
    List<Parameter> parameters = new ArrayList<>(forward.parameters());
    parameters.addAll(backward.parameters());
    return parameters;
  }

  @Override
  public BiGruWeights weights() {
    return new BiGruWeights(forward.weights(), backward.weights());
  }
}

package org.solrlmtc.training.neural.gru;

import java.util.ArrayList;
import java.util.List;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;
import org.solrlmtc.training.neural.tensor.Parameter;
import org.solrlmtc.training.neural.tensor.Torch;

/**
 * A gated recurrent unit in both directions, in training: a state is the forward state followed by
 * the backward state. Both directions are computed in parallel, on one thread each.
 */
public final class GruPair {
  private final Torch device;
  private final int hiddenSize;
  private final GruDirection forward;
  private final GruDirection backward;

  /**
   * @param name prefix of the names of parameters
   * @param hiddenSize hidden size per direction
   */
  public GruPair(Torch device, String name, int inputSize, int hiddenSize) {
    this.device = device;
    this.hiddenSize = hiddenSize;
    this.forward = new GruDirection(device, name + ".forward", inputSize, hiddenSize, false);
    this.backward = new GruDirection(device, name + ".backward", inputSize, hiddenSize, true);
  }

  /** Dimension of a state. */
  public int outputSize() {
    return 2 * hiddenSize;
  }

  /**
   * Reads sequences.
   *
   * @param vectors one per row
   * @return the state of each place; zeros for padding
   */
  public Tensor forward(Sequences sequences, Tensor vectors) {
    forward.prepare(sequences, vectors);
    backward.prepare(sequences, vectors);
    device.both(forward::read, backward::read);
    return torch.cat(new TensorVector(forward.states(), backward.states()), 1);
  }

  /**
   * Adds to the gradients of its parameters.
   *
   * @param gradient of the states
   * @return the gradient of the vectors
   */
  public Tensor backward(Tensor gradient) {
    forward.prepareGradients(gradient.narrow(1, 0, hiddenSize));
    backward.prepareGradients(gradient.narrow(1, hiddenSize, hiddenSize));
    device.both(forward::readBack, backward::readBack);
    return forward.finishGradients().add_(backward.finishGradients());
  }

  public List<Parameter> parameters() {
    List<Parameter> parameters = new ArrayList<>(forward.parameters());
    parameters.addAll(backward.parameters());
    return parameters;
  }

  public GruWeights weights() {
    return new GruWeights(forward.weights(), backward.weights());
  }
}

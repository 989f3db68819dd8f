package org.solrlmtc.training.neural;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;
import org.solrlmtc.training.neural.weights.BiGruWeights;

/**
 * Two gated recurrent units that read a text forwards and backwards, at the same time; then a few
 * neighbouring tokens become one.
 */
final class BiGruEncoder implements Encoder {
  /**
   * States lie between -1 and 1, those of padding too: with this added they are below all others.
   */
  private static final float BELOW_STATES = -2;

  private final Torch device;
  private final int hidden;
  private final GruDirection forward;
  private final GruDirection backward;
  private final Pooling pooling;

  private int acts;
  private int tokens;

  BiGruEncoder(Torch device, int inputSize, int hidden, int pool) {
    this.device = device;
    this.hidden = hidden;
    this.forward = new GruDirection(device, "forward", inputSize, hidden, false);
    this.backward = new GruDirection(device, "backward", inputSize, hidden, true);
    this.pooling = new Pooling(device, pool, BELOW_STATES);
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
    acts = batch.size();
    tokens = batch.tokens();
    int pooled = pooling.pooled(tokens);
    int missing = pooled * pooling.pool() - tokens;
    if (missing > 0) {
      states =
          torch.constant_pad_nd(
              states.view(acts, tokens, outputSize()),
              new long[] {0, 0, 0, missing},
              Torch.scalar(0));
    }
    Tensor largest =
        pooling.forward(states.view(acts, pooled, pooling.pool(), outputSize()), batch.lengths());
    int[] lengths = Arrays.stream(batch.lengths()).map(pooling::pooled).toArray();
    return new Encoded(largest, pooled, lengths);
  }

  @Override
  public Tensor backward(Tensor gradient) {
    Tensor ofTokens =
        pooling
            .backward(gradient)
            .view(acts, -1, outputSize())
            .narrow(1, 0, tokens)
            .reshape(-1, outputSize());
    forward.prepareGradients(ofTokens.narrow(1, 0, hidden));
    backward.prepareGradients(ofTokens.narrow(1, hidden, hidden));
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
    return new BiGruWeights(forward.weights(), backward.weights(), pooling.pool());
  }
}

package org.solrlmtc.training.neural;

import java.util.List;
import org.bytedeco.pytorch.Tensor;
import org.solrlmtc.training.neural.weights.EncoderWeights;

final class BiGruEncoder implements Encoder {
  BiGruEncoder(Torch torch, int inputSize, int hidden) {}

  public int outputSize() {
    return 0;
  }

  public Encoded forward(Batch batch, Tensor vectors) {
    throw new IllegalStateException();
  }

  public Tensor backward(Tensor gradient) {
    throw new IllegalStateException();
  }

  public List<Parameter> parameters() {
    return List.of();
  }

  public EncoderWeights weights() {
    throw new IllegalStateException();
  }
}

package org.solrlmtc.training.neural.transformer;

import java.util.Map;
import org.solrlmtc.core.settings.Settings;
import org.solrlmtc.training.neural.layer.Encoder;
import org.solrlmtc.training.neural.layer.Head;
import org.solrlmtc.training.neural.layer.NeutralLabels;
import org.solrlmtc.training.neural.layer.SharpParameters;
import org.solrlmtc.training.neural.tensor.Torch;

/** Small transformers with sharp attention: a flat one would average errors away. */
public final class Transformers {
  private static final Torch TORCH = new Torch(Torch.DeviceChoice.CPU, 1, note -> {});

  private Transformers() {}

  /** An encoder of three layers with three heads each. */
  public static Encoder encoder(String activation) {
    return Transformer.read(
        new Settings(
            "test",
            Map.of(
                "layers", 3,
                "heads", 3,
                "feedForwardSize", 20,
                "positions", 100,
                "activation", activation,
                "dropout", 0.0)));
  }

  /** Random weights. */
  public static Encoder.Weights random(String activation, int inputSize) {
    Torch.seed(21);
    Encoder.Layer layer = encoder(activation).layer(TORCH, inputSize);
    SharpParameters.sharpen(TORCH, layer.parameters());
    return layer.weights();
  }

  /** A head with random weights. */
  public static Head.Weights firstStateHead(int inputSize, int labels) {
    Torch.seed(22);
    Head.Layer head = new FirstStateHead().layer(NeutralLabels.context(TORCH, labels), inputSize);
    SharpParameters.sharpen(TORCH, head.parameters());
    return head.weights();
  }
}

package org.solrlmtc.training.neural.elmo;

import java.util.ArrayList;
import java.util.List;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.solrlmtc.training.neural.tensor.Torch;

/** All layers of one direction over a batch of texts. */
public final class LstmStack {
  private final Torch device;
  private final ElmoOptions options;
  private final List<LstmLayer> layers;

  private int steps;
  private int texts;

  /** The input of each layer, and the output of the last one. */
  private List<Tensor> values = List.of();

  private Tensor inputGradient;

  public LstmStack(Torch device, ElmoOptions options, List<LstmLayer.Weights> weights) {
    this.device = device;
    this.options = options;
    this.layers = weights.stream().map(layer -> new LstmLayer(device, options, layer)).toList();
  }

  private boolean skips(int layer) {
    return options.skipConnections() && layer > 0;
  }

  /**
   * Allocates memory for a batch.
   *
   * @param inputs {@code [steps, texts, size]}
   */
  public void prepare(Tensor inputs) {
    steps = Math.toIntExact(inputs.size(0));
    texts = Math.toIntExact(inputs.size(1));
    values = new ArrayList<>(List.of(inputs));
    for (int i = 0; i < layers.size(); i++) {
      layers.get(i).prepare(steps, texts);
      values.add(skips(i) ? device.zeros(steps, texts, options.size()) : layers.get(i).states());
    }
  }

  /** The forward pass; may run on a thread of its own. */
  public void read() {
    for (int i = 0; i < layers.size(); i++) {
      layers.get(i).read(values.get(i));
      if (skips(i)) {
        torch.add_out(values.get(i + 1), layers.get(i).states(), values.get(i));
      }
    }
  }

  /** The output of each layer, {@code [steps, texts, size]}. */
  List<Tensor> states() {
    return values.subList(1, values.size());
  }

  /** The output of the last layer. */
  public Tensor top() {
    return values.get(layers.size());
  }

  /** Allocates memory for the gradients. */
  public void prepareGradients() {
    layers.forEach(LstmLayer::prepareGradients);
    inputGradient = device.zeros((long) steps * texts, options.size());
  }

  /**
   * The backward pass; may run on a thread of its own.
   *
   * @param gradient of the output of the last layer
   */
  public void readBack(Tensor gradient) {
    Torch.scoped(
        () -> {
          Tensor current = gradient;
          for (int i = layers.size() - 1; i >= 0; i--) {
            layers.get(i).readBack(current);
            Tensor own = layers.get(i).inputGradients().view(steps, texts, options.size());
            current = skips(i) ? own.add_(current) : own;
          }
          inputGradient.copy_(current.view(-1, options.size()));
        });
  }

  /** The gradient of the inputs, {@code [steps * texts, size]}. */
  public Tensor inputGradient() {
    return inputGradient;
  }

  /** The gradients of the weights of each layer. */
  public List<LstmLayer.Weights> weightGradients() {
    List<LstmLayer.Weights> gradients = new ArrayList<>();
    for (int i = 0; i < layers.size(); i++) {
      gradients.add(layers.get(i).weightGradients(values.get(i)));
    }
    return gradients;
  }
}

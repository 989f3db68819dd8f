package org.solrlmtc.training.neural;

import java.util.List;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.solrlmtc.training.neural.weights.AttentionWeights;
import org.solrlmtc.training.neural.weights.Matrix;

/** One attention for all labels, and a dense layer on the weighted sum of the tokens. */
final class AttentionHead implements Head {
  private final Torch device;
  private final int inputSize;
  private final Parameter attention;
  private final Parameter attentionBias;
  private final Parameter dense;
  private final Parameter bias;

  private Encoded encoded;
  private Rows labels;
  private Tensor states;
  private Tensor scores;
  private Tensor shares;
  private Tensor sums;
  private Tensor chosen;

  /**
   * @param biases where each label's score starts
   */
  AttentionHead(Torch device, int inputSize, float[] biases) {
    this.device = device;
    this.inputSize = inputSize;
    double bound = Math.sqrt(6.0 / (inputSize + 1));
    this.attention = new Parameter("head.attention", device.uniform(bound, inputSize, 1));
    this.attentionBias = new Parameter("head.attentionBias", device.zeros(1));
    this.dense = new Parameter("head.dense", device.normal(0.05, biases.length, inputSize));
    this.bias = new Parameter("head.bias", device.of(biases, biases.length));
  }

  @Override
  public Tensor forward(Encoded encoded, Rows labels) {
    this.encoded = encoded;
    this.labels = labels;
    states = encoded.states().view(encoded.acts(), encoded.tokens(), inputSize);
    scores =
        encoded
            .states()
            .mm(attention.value())
            .add_(attentionBias.value())
            .tanh_()
            .view(encoded.acts(), encoded.tokens());
    shares = encoded.padding(device).map(scores::add).orElse(scores).softmax(1).unsqueeze(1);
    sums = shares.bmm(states).squeeze(1);
    chosen = dense.select(labels);
    return chosen.mm(sums.t()).add_(bias.select(labels).unsqueeze(1));
  }

  @Override
  public Tensor backward(Tensor gradient) {
    dense.add(labels, gradient.mm(sums));
    bias.add(labels, gradient.sum(1));
    Tensor sumGradient = gradient.t().mm(chosen).unsqueeze(1);
    Tensor shareGradient = sumGradient.bmm(states.transpose(1, 2));
    Tensor mean = shareGradient.mul(shares).sum(2).unsqueeze(2);
    Tensor scoreGradient = shareGradient.sub(mean).mul_(shares).squeeze(1);
    Tensor flat = torch.tanh_backward(scoreGradient, scores).view(-1, 1);
    attention.add(encoded.states().t().mm(flat));
    attentionBias.add(flat.sum().view(1));
    return shares
        .transpose(1, 2)
        .bmm(sumGradient)
        .view(-1, inputSize)
        .addmm_(flat, attention.value().t());
  }

  @Override
  public List<Parameter> parameters() {
    return List.of(attention, attentionBias, dense, bias);
  }

  @Override
  public AttentionWeights weights() {
    return new AttentionWeights(
        Torch.toArray(attention.value()),
        Torch.toArray(attentionBias.value())[0],
        new Matrix(dense.rows(), inputSize, Torch.toArray(dense.value())),
        Torch.toArray(bias.value()));
  }
}

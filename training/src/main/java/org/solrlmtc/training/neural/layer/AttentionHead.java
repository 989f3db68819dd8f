package org.solrlmtc.training.neural.layer;

import static org.solrlmtc.training.neural.graph.GraphBuilder.attribute;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.solrlmtc.core.settings.Settings;
import org.solrlmtc.training.neural.graph.ExportContext;
import org.solrlmtc.training.neural.graph.GraphBuilder;
import org.solrlmtc.training.neural.graph.GraphValues.HeadStates;
import org.solrlmtc.training.neural.graph.GraphValues.LabelLogits;
import org.solrlmtc.training.neural.graph.TrainedTensors;
import org.solrlmtc.training.neural.tensor.Matrix;
import org.solrlmtc.training.neural.tensor.Parameter;
import org.solrlmtc.training.neural.tensor.RowSelection;
import org.solrlmtc.training.neural.tensor.Torch;

/**
 * One attention for all labels: {@code e_i = tanh(attention . h_i + attentionBias)}, a softmax over
 * the states, and a dense layer on the weighted sum of the states.
 */
public record AttentionHead() implements Head {
  public static final String TYPE = "attention";

  static AttentionHead read(Settings section) {
    return new AttentionHead();
  }

  @Override
  public String type() {
    return TYPE;
  }

  @Override
  public Map<String, Object> settings() {
    return Map.of();
  }

  @Override
  public Layer layer(HeadContext context, int inputSize) {
    return new Trainable(context.device(), inputSize, context.initialBias());
  }

  @Override
  public Weights weights(TrainedTensors tensors) {
    return new Weights(
        tensors.floats("attention"),
        tensors.floats("attention_bias")[0],
        tensors.matrix("dense"),
        tensors.floats("bias"));
  }

  private static final class Trainable implements Layer {
    private final Torch device;
    private final int inputSize;
    private final Parameter attention;
    private final Parameter attentionBias;
    private final Parameter dense;
    private final Parameter bias;

    private EncodedBatch encoded;
    private RowSelection labels;
    private Tensor states;
    private Tensor scores;
    private Tensor shares;
    private Tensor sums;
    private Tensor chosen;

    /**
     * @param biases initial bias of each label
     */
    Trainable(Torch device, int inputSize, float[] biases) {
      this.device = device;
      this.inputSize = inputSize;
      double bound = Math.sqrt(6.0 / (inputSize + 1));
      this.attention = new Parameter("head.attention", device.uniform(bound, inputSize, 1));
      this.attentionBias = new Parameter("head.attentionBias", device.zeros(1));
      this.dense = new Parameter("head.dense", device.normal(0.05, biases.length, inputSize));
      this.bias = new Parameter("head.bias", device.of(biases, biases.length));
    }

    @Override
    public Tensor forward(EncodedBatch encoded, RowSelection labels) {
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
      shares =
          encoded.attentionMask(device).map(scores::add).orElse(scores).softmax(1).unsqueeze(1);
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
    public Weights weights() {
      return new Weights(
          Torch.toArray(attention.value()),
          Torch.toArray(attentionBias.value())[0],
          dense.matrix(),
          Torch.toArray(bias.value()));
    }
  }

  /**
   * A trained head.
   *
   * @param dense one row per label
   * @param bias one per label
   */
  public record Weights(float[] attention, float attentionBias, Matrix dense, float[] bias)
      implements Head.Weights {
    public Weights {
      if (attention.length != dense.columns() || bias.length != dense.rows()) {
        throw new IllegalArgumentException("the parts of the attention head differ in size");
      }
    }

    @Override
    public AttentionHead spec() {
      return new AttentionHead();
    }

    @Override
    public int inputSize() {
      return attention.length;
    }

    @Override
    public int labels() {
      return dense.rows();
    }

    @Override
    public LabelLogits export(ExportContext context, HeadStates states) {
      GraphBuilder graph = context.graph();
      String query = graph.floats("attention", attention, attention.length, 1);
      String energies =
          graph.node(
              "Tanh",
              graph.node(
                  "Add",
                  graph.node("MatMul", states.values(), query),
                  graph.floats("attention_bias", new float[] {attentionBias})));
      String rows = graph.node("Transpose", List.of(attribute("perm", 0, 2, 1)), energies);
      String shares =
          graph.node(
              "Softmax",
              List.of(attribute("axis", -1)),
              graph.node("Add", rows, states.attentionMask()));
      // [batch, 1, size]
      String text = graph.node("MatMul", shares, states.values());
      String logits =
          graph.node(
              "MatMul",
              graph.node("Squeeze", text, graph.longs(1)),
              graph.node(
                  "Transpose",
                  List.of(attribute("perm", 1, 0)),
                  context.store("dense", dense).floats(graph)));
      return new LabelLogits(
          graph.node("Add", logits, graph.floats("bias", bias, bias.length)), Optional.empty());
    }

    @Override
    public double[] reference(double[][] states) {
      Matrix query = new Matrix(1, attention.length, attention);
      double[] energies = new double[states.length];
      for (int i = 0; i < states.length; i++) {
        energies[i] = Math.tanh(query.dot(0, states[i]) + attentionBias);
      }
      double[] shares = ReferenceMath.softmax(energies);
      double[] text = new double[inputSize()];
      for (int i = 0; i < states.length; i++) {
        for (int j = 0; j < text.length; j++) {
          text[j] += shares[i] * states[i][j];
        }
      }
      double[] logits = new double[labels()];
      for (int label = 0; label < logits.length; label++) {
        logits[label] = bias[label] + dense.dot(label, text);
      }
      return logits;
    }
  }
}

package org.solrlmtc.training.neural;

import static org.solrlmtc.training.neural.graph.GraphBuilder.attribute;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bytedeco.pytorch.Tensor;
import org.solrlmtc.core.onnx.InputSource;
import org.solrlmtc.core.settings.Settings;
import org.solrlmtc.training.neural.graph.ExportContext;
import org.solrlmtc.training.neural.graph.GraphBuilder;
import org.solrlmtc.training.neural.graph.GraphValues.HeadStates;
import org.solrlmtc.training.neural.graph.GraphValues.LabelLogits;
import org.solrlmtc.training.neural.graph.TrainedTensors;
import org.solrlmtc.training.neural.layer.AutogradHead;
import org.solrlmtc.training.neural.layer.AutogradTape;
import org.solrlmtc.training.neural.layer.EncodedBatch;
import org.solrlmtc.training.neural.layer.Head;
import org.solrlmtc.training.neural.layer.HeadContext;
import org.solrlmtc.training.neural.layer.ReferenceMath;
import org.solrlmtc.training.neural.tensor.Matrix;
import org.solrlmtc.training.neural.tensor.Parameter;
import org.solrlmtc.training.neural.tensor.RowSelection;
import org.solrlmtc.training.neural.tensor.Torch;

/**
 * A new head in one class. A label is the mean vector of its descriptor's words; its logit is
 * computed by attention over the projected states: {@code logit_l = sum_i softmax(v_l . p_i) (v_l .
 * p_i) + bias}. The vectors are a file of the bundle, so the network has no weights per label.
 */
record ToyHead() implements Head {
  static final String TYPE = "toy-descriptors";

  static ToyHead read(Settings section) {
    return new ToyHead();
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
  public Head.Layer layer(HeadContext context, int inputSize) {
    return new Trainable(context, inputSize);
  }

  @Override
  public Weights weights(TrainedTensors tensors) {
    return new Weights(
        tensors.matrix("projection"), tensors.floats("bias")[0], tensors.labelVectors());
  }

  private static final class Trainable extends AutogradHead {
    private final Torch device;
    private final Matrix labelVectors;
    private final Tensor vectors;
    private final Parameter projection;
    private final Parameter bias;

    Trainable(HeadContext context, int inputSize) {
      this.device = context.device();
      double[][] first = context.tokenVectors().apply(context.descriptor(0));
      int size = first[0].length;
      float[] values = new float[context.labels() * size];
      for (int label = 0; label < context.labels(); label++) {
        double[][] words = context.tokenVectors().apply(context.descriptor(label));
        for (double[] word : words) {
          for (int i = 0; i < size; i++) {
            values[label * size + i] += (float) (word[i] / words.length);
          }
        }
      }
      this.labelVectors = new Matrix(context.labels(), size, values);
      this.vectors = device.of(values, context.labels(), size);
      this.projection = new Parameter("head.projection", device.normal(0.3, inputSize, size));
      this.bias = new Parameter("head.bias", device.of(new float[] {-2}, 1));
    }

    @Override
    protected Tensor score(EncodedBatch encoded, RowSelection labels, AutogradTape tape) {
      Tensor chosen = labels.all() ? vectors : vectors.index_select(0, labels.tensor());
      Tensor scores =
          chosen
              .mm(encoded.states().mm(tape.use(projection)).t())
              .view(labels.size(), encoded.acts(), encoded.tokens());
      Tensor masked = encoded.attentionMask(device).map(scores::add).orElse(scores);
      return masked.softmax(2).mul(scores).sum(2).add(tape.use(bias));
    }

    @Override
    public List<Parameter> parameters() {
      return List.of(projection, bias);
    }

    @Override
    public Weights weights() {
      return new Weights(projection.matrix(), Torch.toArray(bias.value())[0], labelVectors);
    }
  }

  record Weights(Matrix projection, float bias, Matrix vectors) implements Head.Weights {
    @Override
    public ToyHead spec() {
      return new ToyHead();
    }

    @Override
    public int inputSize() {
      return projection.rows();
    }

    @Override
    public int labels() {
      return vectors.rows();
    }

    @Override
    public Optional<Matrix> labelVectors() {
      return Optional.of(vectors);
    }

    @Override
    public LabelLogits export(ExportContext context, HeadStates states) {
      GraphBuilder graph = context.graph();
      String labels = context.input(InputSource.LABEL_VECTORS, "labels", "" + vectors.columns());
      String projected =
          graph.node("MatMul", states.values(), graph.matrix("projection", projection));
      // [batch, labels, states]
      String scores =
          graph.node(
              "MatMul",
              labels,
              graph.node("Transpose", List.of(attribute("perm", 0, 2, 1)), projected));
      String shares =
          graph.node(
              "Softmax",
              List.of(attribute("axis", -1)),
              graph.node("Add", scores, states.attentionMask()));
      String sums =
          graph.node(
              "ReduceSum",
              List.of(attribute("keepdims", 0)),
              graph.node("Mul", shares, scores),
              graph.longs(-1));
      return new LabelLogits(
          graph.node("Add", sums, graph.floats("bias", new float[] {bias}, 1)), Optional.empty());
    }

    @Override
    public double[] reference(double[][] states) {
      double[] logits = new double[labels()];
      for (int label = 0; label < logits.length; label++) {
        double[] scores = new double[states.length];
        for (int i = 0; i < states.length; i++) {
          for (int j = 0; j < projection.columns(); j++) {
            double projected = 0;
            for (int k = 0; k < states[i].length; k++) {
              projected += states[i][k] * projection.at(k, j);
            }
            scores[i] += projected * vectors.at(label, j);
          }
        }
        double[] shares = ReferenceMath.softmax(scores);
        logits[label] = bias;
        for (int i = 0; i < scores.length; i++) {
          logits[label] += shares[i] * scores[i];
        }
      }
      return logits;
    }
  }
}

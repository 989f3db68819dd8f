package org.solrlmtc.training.neural.transformer;

import static org.solrlmtc.training.neural.graph.GraphBuilder.attribute;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.bytedeco.pytorch.Tensor;
import org.solrlmtc.core.settings.Settings;
import org.solrlmtc.training.neural.graph.ExportContext;
import org.solrlmtc.training.neural.graph.GraphBuilder;
import org.solrlmtc.training.neural.graph.GraphValues.HeadStates;
import org.solrlmtc.training.neural.graph.GraphValues.LabelLogits;
import org.solrlmtc.training.neural.graph.TrainedTensors;
import org.solrlmtc.training.neural.layer.EncodedBatch;
import org.solrlmtc.training.neural.layer.Head;
import org.solrlmtc.training.neural.layer.HeadContext;
import org.solrlmtc.training.neural.tensor.Matrix;
import org.solrlmtc.training.neural.tensor.Parameter;
import org.solrlmtc.training.neural.tensor.RowSelection;
import org.solrlmtc.training.neural.tensor.Torch;

/** A dense layer on the first state of an act: with word pieces, that of {@code [CLS]}. */
record FirstStateHead() implements Head {
  static final String TYPE = "first-state";

  static FirstStateHead read(Settings section) {
    return new FirstStateHead();
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
    return new Trained(tensors.matrix("dense"), tensors.floats("bias"));
  }

  private static final class Trainable implements Layer {
    private final Torch device;
    private final Parameter dense;
    private final Parameter bias;

    private EncodedBatch encoded;
    private RowSelection labels;
    private Tensor first;
    private Tensor chosen;

    Trainable(Torch device, int inputSize, float[] biases) {
      this.device = device;
      this.dense = new Parameter("head.dense", device.normal(0.02, biases.length, inputSize));
      this.bias = new Parameter("head.bias", device.of(biases, biases.length));
    }

    @Override
    public Tensor forward(EncodedBatch encoded, RowSelection labels) {
      this.encoded = encoded;
      this.labels = labels;
      first = encoded.states().index_select(0, rows());
      chosen = dense.select(labels);
      return chosen.mm(first.t()).add_(bias.select(labels).unsqueeze(1));
    }

    private Tensor rows() {
      return device.of(
          IntStream.range(0, encoded.acts())
              .mapToLong(act -> (long) act * encoded.tokens())
              .toArray());
    }

    @Override
    public Tensor backward(Tensor gradient) {
      dense.add(labels, gradient.mm(first));
      bias.add(labels, gradient.sum(1));
      Tensor states = device.zeros(encoded.states().size(0), encoded.states().size(1));
      return states.index_copy_(0, rows(), gradient.t().mm(chosen));
    }

    @Override
    public List<Parameter> parameters() {
      return List.of(dense, bias);
    }

    @Override
    public Weights weights() {
      return new Trained(dense.matrix(), Torch.toArray(bias.value()));
    }
  }

  /**
   * A trained head.
   *
   * @param dense one row per label
   * @param bias one per label
   */
  record Trained(Matrix dense, float[] bias) implements Head.Weights {
    Trained {
      if (bias.length != dense.rows()) {
        throw new IllegalArgumentException("the parts of the first-state head differ in labels");
      }
    }

    @Override
    public FirstStateHead spec() {
      return new FirstStateHead();
    }

    @Override
    public int inputSize() {
      return dense.columns();
    }

    @Override
    public int labels() {
      return dense.rows();
    }

    @Override
    public LabelLogits export(ExportContext context, HeadStates states) {
      GraphBuilder graph = context.graph();
      String first =
          graph.node("Gather", List.of(attribute("axis", 1)), states.values(), graph.whole(0));
      String logits =
          graph.node(
              "MatMul",
              first,
              graph.node(
                  "Transpose",
                  List.of(attribute("perm", 1, 0)),
                  context.store("dense", dense).floats(graph)));
      return new LabelLogits(
          graph.node("Add", logits, graph.floats("bias", bias, bias.length)), Optional.empty());
    }

    @Override
    public double[] reference(double[][] states) {
      return IntStream.range(0, labels())
          .mapToDouble(label -> bias[label] + dense.dot(label, states[0]))
          .toArray();
    }
  }
}

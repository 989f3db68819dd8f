package org.solrlmtc.training.neural.layer;

import static org.solrlmtc.training.neural.graph.GraphBuilder.attribute;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.bytedeco.pytorch.Tensor;
import org.solrlmtc.core.onnx.InputSource;
import org.solrlmtc.core.settings.SettingChecks;
import org.solrlmtc.core.settings.Settings;
import org.solrlmtc.training.neural.graph.ExportContext;
import org.solrlmtc.training.neural.graph.GraphBuilder;
import org.solrlmtc.training.neural.graph.GraphValues.HeadStates;
import org.solrlmtc.training.neural.graph.GraphValues.LabelLogits;
import org.solrlmtc.training.neural.graph.StoredMatrix;
import org.solrlmtc.training.neural.graph.TrainedTensors;
import org.solrlmtc.training.neural.tensor.Matrix;
import org.solrlmtc.training.neural.tensor.Parameter;
import org.solrlmtc.training.neural.tensor.RowSelection;
import org.solrlmtc.training.neural.tensor.Torch;

/**
 * One attention for all labels: a softmax over the energies of the states, and a dense layer on the
 * weighted sum of the states. The energy of a state is {@code tanh(attention . h_i + bias)}, or,
 * with a context vector, {@code context . tanh(attention h_i + bias)}.
 *
 * @param contextDimension dimension of the context vector; 0 for none
 */
public record AttentionHead(int contextDimension) implements Head {
  public static final String TYPE = "attention";

  public AttentionHead {
    SettingChecks.atLeast("contextDimension", contextDimension, 0);
  }

  /** Without a context vector. */
  public AttentionHead() {
    this(0);
  }

  static AttentionHead read(Settings section) {
    return new AttentionHead(section.integer("contextDimension", 0));
  }

  @Override
  public String type() {
    return TYPE;
  }

  @Override
  public Map<String, Object> settings() {
    return contextDimension == 0 ? Map.of() : Map.of("contextDimension", contextDimension);
  }

  @Override
  public Layer layer(HeadContext context, int inputSize) {
    return new Trainable(context, inputSize, contextDimension);
  }

  @Override
  public Weights weights(TrainedTensors tensors) {
    return new Weights(
        AttentionEnergy.read(tensors, contextDimension),
        tensors.matrix("dense"),
        tensors.floats("bias"));
  }

  private static final class Trainable implements Layer {
    private final AttentionPooling attention;
    private final Parameter dense;
    private final Parameter bias;

    private RowSelection labels;
    private Tensor sums;
    private Tensor chosen;

    Trainable(HeadContext context, int inputSize, int contextDimension) {
      this.attention = new AttentionPooling(context.device(), "head", inputSize, contextDimension);
      int count = context.labels();
      this.dense = new Parameter("head.dense", context.device().normal(0.05, count, inputSize));
      this.bias = new Parameter("head.bias", context.device().of(context.initialBias(), count));
    }

    @Override
    public Tensor forward(EncodedBatch encoded, RowSelection labels) {
      this.labels = labels;
      sums = attention.forward(encoded.sequences(), encoded.states());
      chosen = dense.select(labels);
      return chosen.mm(sums.t()).add_(bias.select(labels).unsqueeze(1));
    }

    @Override
    public Tensor backward(Tensor gradient) {
      dense.add(labels, gradient.mm(sums));
      bias.add(labels, gradient.sum(1));
      return attention.backward(gradient.t().mm(chosen));
    }

    @Override
    public List<Parameter> parameters() {
      List<Parameter> parameters = new ArrayList<>(attention.parameters());
      parameters.add(dense);
      parameters.add(bias);
      return parameters;
    }

    @Override
    public Weights weights() {
      return new Weights(attention.weights(), dense.matrix(), Torch.toArray(bias.value()));
    }
  }

  /**
   * A trained head.
   *
   * @param dense one row per label
   * @param bias one per label
   */
  public record Weights(AttentionEnergy attention, Matrix dense, float[] bias)
      implements Head.Weights {
    public Weights {
      if (attention.inputSize() != dense.columns() || bias.length != dense.rows()) {
        throw new IllegalArgumentException("the parts of the attention head differ in size");
      }
    }

    @Override
    public AttentionHead spec() {
      return new AttentionHead(attention.contextDimension());
    }

    @Override
    public int inputSize() {
      return dense.columns();
    }

    @Override
    public int labels() {
      return dense.rows();
    }

    /** Scores all labels when there are no candidates, else only the candidates. */
    @Override
    public LabelLogits export(ExportContext context, HeadStates states) {
      GraphBuilder graph = context.graph();
      String candidates = context.input(InputSource.CANDIDATES);
      String energies =
          graph.node(
              "Transpose",
              List.of(attribute("perm", 0, 2, 1)),
              attention.export(graph, states.values()));
      String shares =
          graph.node(
              "Softmax",
              List.of(attribute("axis", -1)),
              graph.node("Add", energies, states.attentionMask()));
      // [batch, 1, size]
      String text = graph.node("MatMul", shares, states.values());
      StoredMatrix rows = context.store("dense", dense);
      String biases = graph.floats("bias", bias, bias.length);
      return LabelBranches.export(
          graph,
          candidates,
          "" + labels(),
          states,
          all -> {
            String columns =
                all.node("Transpose", List.of(attribute("perm", 1, 0)), rows.floats(all));
            String product = all.node("MatMul", all.node("Squeeze", text, all.longs(1)), columns);
            return all.node("Add", product, biases);
          },
          some -> {
            String chosen = rows.gather(some, candidates).floats(some);
            String product = some.node("MatMul", chosen, transposed(some, text));
            return new LabelBranches.Attributed(
                some.node(
                    "Add",
                    some.node("Squeeze", product, some.longs(2)),
                    some.node("Gather", biases, candidates)),
                some.node(
                    "Mul", some.node("MatMul", chosen, transposed(some, states.values())), shares));
          });
    }

    private static String transposed(GraphBuilder graph, String value) {
      return graph.node("Transpose", List.of(attribute("perm", 0, 2, 1)), value);
    }

    @Override
    public double[] reference(double[][] states) {
      double[] text = attention.pool(states);
      double[] logits = new double[labels()];
      for (int label = 0; label < logits.length; label++) {
        logits[label] = bias[label] + dense.dot(label, text);
      }
      return logits;
    }
  }
}

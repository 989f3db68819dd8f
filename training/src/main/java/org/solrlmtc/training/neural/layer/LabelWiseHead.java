package org.solrlmtc.training.neural.layer;

import static org.solrlmtc.training.neural.graph.GraphBuilder.attribute;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.bytedeco.pytorch.Tensor;
import org.solrlmtc.core.onnx.InputSource;
import org.solrlmtc.core.settings.SettingChecks;
import org.solrlmtc.core.settings.Settings;
import org.solrlmtc.training.neural.graph.ExportContext;
import org.solrlmtc.training.neural.graph.GraphBuilder;
import org.solrlmtc.training.neural.graph.GraphValues.HeadStates;
import org.solrlmtc.training.neural.graph.GraphValues.LabelLogits;
import org.solrlmtc.training.neural.graph.StoredMatrix;
import org.solrlmtc.training.neural.graph.StoredMatrix.States;
import org.solrlmtc.training.neural.graph.TrainedTensors;
import org.solrlmtc.training.neural.tensor.Matrix;
import org.solrlmtc.training.neural.tensor.Parameter;
import org.solrlmtc.training.neural.tensor.RowSelection;
import org.solrlmtc.training.neural.tensor.Torch;

/**
 * Label-wise attention: {@code s_li = queries_l . k_i} where {@code k_i} is the encoded state, or
 * its low-rank projection by {@code keys}; a softmax over the states; the label's logit is {@code
 * bias_l + sum_i a_li (outputs_l . h_i)}.
 *
 * @param projectionDimension dimension that states are projected to for the attention; 0: no
 *     projection
 * @param initial where training starts
 */
public record LabelWiseHead(int projectionDimension, Initial initial) implements Head {
  public static final String TYPE = "label-wise";

  /** The initial queries and outputs. */
  public enum Initial {
    RANDOM,

    /**
     * The encoded descriptors of the labels: an act has a label's name in its states before
     * anything is learned. Of use with encoders that are pretrained.
     */
    DESCRIPTORS
  }

  public LabelWiseHead {
    SettingChecks.atLeast("projectionDimension", projectionDimension, 0);
    if (initial == Initial.DESCRIPTORS && projectionDimension > 0) {
      throw new IllegalArgumentException(
          "the settings 'initial' and 'projectionDimension' of 'head' contradict each other:"
              + " encoded descriptors are not projected; set projectionDimension to 0, or initial"
              + " to random");
    }
  }

  /** A head that starts with random weights. */
  public LabelWiseHead(int projectionDimension) {
    this(projectionDimension, Initial.RANDOM);
  }

  static LabelWiseHead read(Settings section) {
    return new LabelWiseHead(
        section.integer("projectionDimension", 0), section.choice("initial", Initial.RANDOM));
  }

  @Override
  public String type() {
    return TYPE;
  }

  @Override
  public Map<String, Object> settings() {
    Map<String, Object> settings = new LinkedHashMap<>();
    settings.put("projectionDimension", projectionDimension);
    if (initial != Initial.RANDOM) {
      settings.put("initial", Settings.key(initial));
    }
    return settings;
  }

  @Override
  public Layer layer(HeadContext context, int inputSize) {
    Trainable layer =
        new Trainable(context.device(), inputSize, projectionDimension, context.initialBias());
    if (initial == Initial.DESCRIPTORS) {
      List<String> names =
          IntStream.range(0, context.labels()).mapToObj(context::descriptor).toList();
      layer.startFrom(DescriptorStart.of(context.encodedTexts().apply(names)));
    }
    return layer;
  }

  @Override
  public Weights weights(TrainedTensors tensors) {
    return new Weights(
        projectionDimension > 0 ? Optional.of(tensors.matrix("keys")) : Optional.empty(),
        tensors.matrix("queries"),
        tensors.matrix("outputs"),
        tensors.floats("bias"));
  }

  /**
   * The weighted sum of states is never computed: a label's logit is the attention-weighted mean of
   * the states' contributions, and the gradients use the same two products.
   */
  private static final class Trainable implements Layer {
    private final Torch device;
    private final Optional<Parameter> keys;
    private final Parameter queries;
    private final Parameter outputs;
    private final Parameter bias;

    private EncodedBatch encoded;
    private RowSelection labels;
    private Tensor keyStates;
    private Tensor chosenQueries;
    private Tensor chosenOutputs;
    private Tensor attention;
    private Tensor contributions;
    private Tensor means;

    /**
     * @param projectionDimension dimension that states are projected to for the attention; 0: no
     *     projection
     * @param biases initial bias of each label
     */
    Trainable(Torch device, int inputSize, int projectionDimension, float[] biases) {
      this.device = device;
      int size = projectionDimension == 0 ? inputSize : projectionDimension;
      this.keys =
          projectionDimension == 0
              ? Optional.empty()
              : Optional.of(
                  new Parameter(
                      "head.keys",
                      device.normal(1 / Math.sqrt(inputSize), inputSize, projectionDimension)));
      this.queries = new Parameter("head.queries", device.normal(0.05, biases.length, size));
      this.outputs = new Parameter("head.outputs", device.normal(0.05, biases.length, inputSize));
      this.bias = new Parameter("head.bias", device.of(biases, biases.length));
    }

    void startFrom(DescriptorStart start) {
      Tensor vectors =
          device.of(start.vectors().values(), start.vectors().rows(), start.vectors().columns());
      queries.value().copy_(vectors);
      outputs.value().copy_(vectors);
      bias.value().add_(device.of(start.bias(), start.bias().length));
    }

    @Override
    public Tensor forward(EncodedBatch encoded, RowSelection labels) {
      this.encoded = encoded;
      this.labels = labels;
      long[] shape = {labels.size(), encoded.acts(), encoded.tokens()};
      keyStates = keys.map(key -> encoded.states().mm(key.value())).orElse(encoded.states());
      chosenQueries = queries.select(labels);
      chosenOutputs = outputs.select(labels);
      // tokens last: the softmax is four times faster there
      Tensor scores = chosenQueries.mm(keyStates.t()).view(shape);
      encoded.attentionMask(device).ifPresent(scores::add_);
      attention = scores.softmax(2);
      contributions = chosenOutputs.mm(encoded.states().t()).view(shape);
      means = attention.mul(contributions).sum(2);
      return means.add(bias.select(labels).unsqueeze(1));
    }

    @Override
    public Tensor backward(Tensor gradient) {
      long[] flat = {labels.size(), (long) encoded.acts() * encoded.tokens()};
      Tensor contributionGradient = attention.mul_(gradient.unsqueeze(2));
      Tensor scoreGradient =
          contributions.sub_(means.unsqueeze(2)).mul_(contributionGradient).view(flat);
      contributionGradient = contributionGradient.view(flat);
      outputs.add(labels, contributionGradient.mm(encoded.states()));
      queries.add(labels, scoreGradient.mm(keyStates));
      bias.add(labels, gradient.sum(1));
      Tensor states = contributionGradient.t().mm(chosenOutputs);
      if (keys.isEmpty()) {
        return states.addmm_(scoreGradient.t(), chosenQueries);
      }
      Tensor keyGradient = scoreGradient.t().mm(chosenQueries);
      keys.get().add(encoded.states().t().mm(keyGradient));
      return states.addmm_(keyGradient, keys.get().value().t());
    }

    @Override
    public List<Parameter> parameters() {
      List<Parameter> parameters = new ArrayList<>(List.of(queries, outputs, bias));
      keys.ifPresent(parameters::add);
      return parameters;
    }

    @Override
    public Weights weights() {
      return new Weights(
          keys.map(Parameter::matrix),
          queries.matrix(),
          outputs.matrix(),
          Torch.toArray(bias.value()));
    }
  }

  /**
   * A trained head.
   *
   * @param keys {@code inputSize} rows and one column per projection dimension; absent without
   *     projection
   * @param queries one row per label
   * @param outputs one row of {@code inputSize} per label
   * @param bias one per label
   */
  public record Weights(Optional<Matrix> keys, Matrix queries, Matrix outputs, float[] bias)
      implements Head.Weights {
    public Weights {
      if (queries.rows() != outputs.rows() || bias.length != outputs.rows()) {
        throw new IllegalArgumentException("the parts of the label-wise head differ in labels");
      }
      int queryInput = keys.map(Matrix::rows).orElse(queries.columns());
      int queryDimension = keys.map(Matrix::columns).orElse(outputs.columns());
      if (queryInput != outputs.columns() || queryDimension != queries.columns()) {
        throw new IllegalArgumentException("the parts of the label-wise head differ in size");
      }
    }

    @Override
    public LabelWiseHead spec() {
      return new LabelWiseHead(keys.map(Matrix::columns).orElse(0));
    }

    @Override
    public int inputSize() {
      return outputs.columns();
    }

    @Override
    public int labels() {
      return outputs.rows();
    }

    /** Scores all labels when there are no candidates, else only the candidates. */
    @Override
    public LabelLogits export(ExportContext context, HeadStates states) {
      GraphBuilder graph = context.graph();
      String candidates = context.input(InputSource.CANDIDATES);
      String keyStates =
          keys.map(matrix -> graph.node("MatMul", states.values(), graph.matrix("keys", matrix)))
              .orElse(states.values());
      States values = States.of(graph, states.values(), context.precision());
      Attention attention =
          new Attention(
              context.store("queries", queries),
              context.store("outputs", outputs),
              graph.floats("bias", bias, bias.length),
              keys.isPresent() ? States.of(graph, keyStates, context.precision()) : values,
              values,
              states.attentionMask());
      return LabelBranches.export(
          graph,
          candidates,
          "" + labels(),
          states,
          all -> attention.logits(all, attention.attributions(all)),
          some -> {
            Attention chosen = attention.gather(some, candidates);
            String attributions = chosen.attributions(some);
            return new LabelBranches.Attributed(chosen.logits(some, attributions), attributions);
          });
    }

    @Override
    public double[] reference(double[][] states) {
      double[][] keyStates = keys.map(matrix -> project(states, matrix)).orElse(states);
      double[] logits = new double[labels()];
      double[] energies = new double[states.length];
      for (int label = 0; label < logits.length; label++) {
        for (int i = 0; i < states.length; i++) {
          energies[i] = queries.dot(label, keyStates[i]);
        }
        double[] shares = ReferenceMath.softmax(energies);
        logits[label] = bias[label];
        for (int i = 0; i < states.length; i++) {
          logits[label] += shares[i] * outputs.dot(label, states[i]);
        }
      }
      return logits;
    }

    private static double[][] project(double[][] states, Matrix matrix) {
      double[][] projected = new double[states.length][matrix.columns()];
      for (int state = 0; state < states.length; state++) {
        for (int i = 0; i < matrix.rows(); i++) {
          for (int j = 0; j < matrix.columns(); j++) {
            projected[state][j] += states[state][i] * matrix.at(i, j);
          }
        }
      }
      return projected;
    }
  }

  /** The parts of the attention in a graph, for all labels or for some. */
  private record Attention(
      StoredMatrix queries,
      StoredMatrix outputs,
      String bias,
      States keys,
      States values,
      String mask) {
    Attention gather(GraphBuilder graph, String candidates) {
      return new Attention(
          queries.gather(graph, candidates),
          outputs.gather(graph, candidates),
          graph.node("Gather", bias, candidates),
          keys,
          values,
          mask);
    }

    /** The contribution of each state to each label's logit. */
    String attributions(GraphBuilder graph) {
      String energies = graph.node("Add", queries.times(graph, keys), mask);
      String shares = graph.node("Softmax", List.of(attribute("axis", -1)), energies);
      return graph.node("Mul", shares, outputs.times(graph, values));
    }

    String logits(GraphBuilder graph, String attributions) {
      String sums =
          graph.node("ReduceSum", List.of(attribute("keepdims", 0)), attributions, graph.longs(-1));
      return graph.node("Add", sums, bias);
    }
  }
}

package org.solrlmtc.training.neural.layer;

import static org.solrlmtc.training.neural.graph.GraphBuilder.attribute;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.solrlmtc.core.onnx.DescriptorVectors;
import org.solrlmtc.core.onnx.InputSource;
import org.solrlmtc.core.settings.Settings;
import org.solrlmtc.training.execution.TrainingException;
import org.solrlmtc.training.neural.graph.ExportContext;
import org.solrlmtc.training.neural.graph.GraphBuilder;
import org.solrlmtc.training.neural.graph.GraphValues.HeadStates;
import org.solrlmtc.training.neural.graph.GraphValues.LabelLogits;
import org.solrlmtc.training.neural.graph.TrainedTensors;
import org.solrlmtc.training.neural.tensor.Matrix;
import org.solrlmtc.training.neural.tensor.Parameter;
import org.solrlmtc.training.neural.tensor.RowSelection;
import org.solrlmtc.training.neural.tensor.Torch;
import org.solrlmtc.training.neural.vectors.WordVectors;

/**
 * Label-wise attention without weights per label. A label is the frozen vector {@code v_l} of its
 * descriptor: {@code s_li = v_l . tanh(keys h_i + keyBias)}; a softmax over the states; the label's
 * logit is {@code bias + sum_i a_li (v_l . (values h_i + valueBias))}. The paper has no {@code
 * values} and no biases: they let the states have any dimension, and labels differ in frequency.
 */
public record ZeroShotHead() implements Head {
  public static final String TYPE = "zero-shot";

  static ZeroShotHead read(Settings section) {
    return new ZeroShotHead();
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
  public boolean scoresUnseenLabels() {
    return true;
  }

  @Override
  public Layer layer(HeadContext context, int inputSize) {
    WordVectors words =
        context
            .wordVectors()
            .orElseThrow(
                () ->
                    new TrainingException(
                        "the head '"
                            + TYPE
                            + "' needs word vectors: set 'vectors' of 'embedding' to corpus or a"
                            + " file"));
    Map<String, float[]> byWord = new HashMap<>();
    for (int row = 0; row < words.words().size(); row++) {
      byWord.put(words.words().get(row), words.vector(row));
    }
    DescriptorVectors descriptors = DescriptorVectors.of(context.maskDigits(), byWord);
    float[] values = new float[context.labels() * descriptors.dimension()];
    for (int label = 0; label < context.labels(); label++) {
      // a descriptor without a known word has no direction: its label has the score of the bias
      float[] vector =
          descriptors.vector(context.descriptor(label)).orElse(new float[descriptors.dimension()]);
      System.arraycopy(vector, 0, values, label * vector.length, vector.length);
    }
    return new Trainable(
        context.device(),
        inputSize,
        new Matrix(context.labels(), descriptors.dimension(), values),
        descriptors,
        context.initialBias());
  }

  @Override
  public Weights weights(TrainedTensors tensors) {
    return new Weights(
        tensors.matrix("keys"),
        tensors.floats("key_bias"),
        tensors.matrix("values"),
        tensors.floats("value_bias"),
        tensors.floats("bias")[0],
        tensors.labelVectors(),
        tensors.descriptorVectors());
  }

  /** As in {@link LabelWiseHead}, but the vectors of labels have no gradient. */
  private static final class Trainable implements Layer {
    private final Torch device;
    private final Matrix labelVectors;
    private final DescriptorVectors descriptors;
    private final Tensor vectors;
    private final Parameter keys;
    private final Parameter keyBias;
    private final Parameter values;
    private final Parameter valueBias;
    private final Parameter bias;

    private EncodedBatch encoded;
    private Tensor chosen;
    private Tensor keyStates;
    private Tensor attention;
    private Tensor contributions;
    private Tensor means;

    Trainable(
        Torch device,
        int inputSize,
        Matrix labelVectors,
        DescriptorVectors descriptors,
        float[] initialBias) {
      this.device = device;
      this.labelVectors = labelVectors;
      this.descriptors = descriptors;
      int size = labelVectors.columns();
      this.vectors = device.of(labelVectors.values(), labelVectors.rows(), size);
      double deviation = 1 / Math.sqrt(inputSize);
      this.keys = new Parameter("head.keys", device.normal(deviation, inputSize, size));
      this.keyBias = new Parameter("head.keyBias", device.zeros(size));
      this.values = new Parameter("head.values", device.normal(deviation, inputSize, size));
      this.valueBias = new Parameter("head.valueBias", device.zeros(size));
      double mean = 0;
      for (float value : initialBias) {
        mean += value / initialBias.length;
      }
      this.bias = new Parameter("head.bias", device.of(new float[] {(float) mean}, 1));
    }

    @Override
    public Tensor forward(EncodedBatch encoded, RowSelection labels) {
      this.encoded = encoded;
      long[] shape = {labels.size(), encoded.acts(), encoded.tokens()};
      chosen = labels.all() ? vectors : vectors.index_select(0, labels.tensor());
      keyStates = encoded.states().mm(keys.value()).add_(keyBias.value()).tanh_();
      Tensor valueStates = encoded.states().mm(values.value()).add_(valueBias.value());
      Tensor scores = chosen.mm(keyStates.t()).view(shape);
      encoded.attentionMask(device).ifPresent(scores::add_);
      attention = scores.softmax(2);
      contributions = chosen.mm(valueStates.t()).view(shape);
      means = attention.mul(contributions).sum(2);
      return means.add(bias.value());
    }

    @Override
    public Tensor backward(Tensor gradient) {
      long[] flat = {chosen.size(0), (long) encoded.acts() * encoded.tokens()};
      Tensor contributionGradient = attention.mul_(gradient.unsqueeze(2));
      Tensor scoreGradient =
          contributions.sub_(means.unsqueeze(2)).mul_(contributionGradient).view(flat);
      Tensor valueGradient = contributionGradient.view(flat).t().mm(chosen);
      Tensor keyGradient = torch.tanh_backward(scoreGradient.t().mm(chosen), keyStates);
      Tensor states = encoded.states().t();
      keys.add(states.mm(keyGradient));
      keyBias.add(keyGradient.sum(0));
      values.add(states.mm(valueGradient));
      valueBias.add(valueGradient.sum(0));
      bias.add(gradient.sum().view(1));
      return valueGradient.mm(values.value().t()).addmm_(keyGradient, keys.value().t());
    }

    @Override
    public List<Parameter> parameters() {
      return List.of(keys, keyBias, values, valueBias, bias);
    }

    @Override
    public Weights weights() {
      return new Weights(
          keys.matrix(),
          Torch.toArray(keyBias.value()),
          values.matrix(),
          Torch.toArray(valueBias.value()),
          Torch.toArray(bias.value())[0],
          labelVectors,
          descriptors);
    }
  }

  /**
   * A trained head.
   *
   * @param keys one row per dimension of a state, one column per dimension of a label's vector
   * @param values the same
   * @param vectors one row per label
   * @param descriptors the vectors of words that labels can be added with
   */
  public record Weights(
      Matrix keys,
      float[] keyBias,
      Matrix values,
      float[] valueBias,
      float bias,
      Matrix vectors,
      DescriptorVectors descriptors)
      implements Head.Weights {
    @Override
    public ZeroShotHead spec() {
      return new ZeroShotHead();
    }

    @Override
    public int inputSize() {
      return keys.rows();
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
    public Optional<DescriptorVectors> descriptorVectors() {
      return Optional.of(descriptors);
    }

    /** Scores all labels when there are no candidates, else only the candidates. */
    @Override
    public LabelLogits export(ExportContext context, HeadStates states) {
      GraphBuilder graph = context.graph();
      String candidates = context.input(InputSource.CANDIDATES);
      String labels = context.input(InputSource.LABEL_VECTORS, "labels", "" + vectors.columns());
      String keyColumns =
          columns(graph, graph.node("Tanh", dense(graph, states, "key", keys, keyBias)));
      String valueColumns = columns(graph, dense(graph, states, "value", values, valueBias));
      String offset = graph.floats("bias", new float[] {bias}, 1);
      return LabelBranches.export(
          graph,
          candidates,
          "labels",
          states,
          all ->
              logits(
                  all,
                  attributions(all, labels, keyColumns, valueColumns, states.attentionMask()),
                  offset),
          some -> {
            String chosen = some.node("Gather", labels, candidates);
            String attributions =
                attributions(some, chosen, keyColumns, valueColumns, states.attentionMask());
            return new LabelBranches.Attributed(logits(some, attributions, offset), attributions);
          });
    }

    private static String dense(
        GraphBuilder graph, HeadStates states, String name, Matrix matrix, float[] offsets) {
      return graph.node(
          "Add",
          graph.node("MatMul", states.values(), graph.matrix(name + "s", matrix)),
          graph.floats(name + "_bias", offsets, offsets.length));
    }

    private static String columns(GraphBuilder graph, String rows) {
      return graph.node("Transpose", List.of(attribute("perm", 0, 2, 1)), rows);
    }

    private static String attributions(
        GraphBuilder graph, String labels, String keyColumns, String valueColumns, String mask) {
      String energies = graph.node("Add", graph.node("MatMul", labels, keyColumns), mask);
      String shares = graph.node("Softmax", List.of(attribute("axis", -1)), energies);
      return graph.node("Mul", shares, graph.node("MatMul", labels, valueColumns));
    }

    private static String logits(GraphBuilder graph, String attributions, String offset) {
      return graph.node(
          "Add",
          graph.node("ReduceSum", List.of(attribute("keepdims", 0)), attributions, graph.longs(-1)),
          offset);
    }

    @Override
    public double[] reference(double[][] states) {
      List<double[]> keyStates = new ArrayList<>();
      List<double[]> valueStates = new ArrayList<>();
      for (double[] state : states) {
        keyStates.add(Arrays.stream(project(state, keys, keyBias)).map(Math::tanh).toArray());
        valueStates.add(project(state, values, valueBias));
      }
      double[] logits = new double[labels()];
      for (int label = 0; label < logits.length; label++) {
        int row = label;
        double[] shares =
            ReferenceMath.softmax(
                keyStates.stream().mapToDouble(key -> vectors.dot(row, key)).toArray());
        logits[label] = bias;
        for (int i = 0; i < shares.length; i++) {
          logits[label] += shares[i] * vectors.dot(label, valueStates.get(i));
        }
      }
      return logits;
    }

    private static double[] project(double[] state, Matrix matrix, float[] offsets) {
      double[] projected = new double[matrix.columns()];
      for (int j = 0; j < projected.length; j++) {
        projected[j] = offsets[j];
        for (int i = 0; i < state.length; i++) {
          projected[j] += state[i] * matrix.at(i, j);
        }
      }
      return projected;
    }
  }
}

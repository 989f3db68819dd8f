package org.solrlmtc.training.neural.layer;

import static org.solrlmtc.training.neural.graph.GraphBuilder.attribute;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;
import org.solrlmtc.core.onnx.InputSource;
import org.solrlmtc.core.settings.SettingChecks;
import org.solrlmtc.core.settings.Settings;
import org.solrlmtc.training.neural.graph.ExportContext;
import org.solrlmtc.training.neural.graph.GraphBuilder;
import org.solrlmtc.training.neural.graph.GraphValues.EncodedStates;
import org.solrlmtc.training.neural.graph.GraphValues.TokenVectors;
import org.solrlmtc.training.neural.graph.TrainedTensors;
import org.solrlmtc.training.neural.tensor.Matrix;
import org.solrlmtc.training.neural.tensor.Parameter;
import org.solrlmtc.training.neural.tensor.Torch;
import org.solrlmtc.training.neural.text.Batch;

/**
 * Gated recurrent units in both directions. A state is the forward state followed by the backward
 * state; then max pooling.
 *
 * @param hiddenSize hidden size per direction
 * @param poolSize number of neighbouring tokens per state
 */
public record BiGru(int hiddenSize, int poolSize) implements Encoder {
  public static final String TYPE = "bigru";

  public BiGru {
    SettingChecks.atLeast("hiddenSize", hiddenSize, 1);
    SettingChecks.atLeast("poolSize", poolSize, 1);
  }

  static BiGru read(Settings section) {
    return new BiGru(section.integer("hiddenSize", 300), section.integer("poolSize", 1));
  }

  @Override
  public String type() {
    return TYPE;
  }

  @Override
  public Map<String, Object> settings() {
    Map<String, Object> settings = new LinkedHashMap<>();
    settings.put("hiddenSize", hiddenSize);
    settings.put("poolSize", poolSize);
    return settings;
  }

  @Override
  public Layer layer(Torch device, int inputSize) {
    return new Trainable(device, inputSize, hiddenSize, poolSize);
  }

  @Override
  public Weights weights(TrainedTensors tensors) {
    return new Weights(direction(tensors, 0), direction(tensors, 1), poolSize);
  }

  private static Direction direction(TrainedTensors tensors, int number) {
    Matrix input = half(tensors, "gru_input", number);
    Matrix recurrent = half(tensors, "gru_recurrent", number);
    int gates = input.rows();
    float[] biases = tensors.floats("gru_bias");
    int start = number * 2 * gates;
    return new Direction(
        input,
        recurrent,
        swapGates(Arrays.copyOfRange(biases, start, start + gates)),
        swapGates(Arrays.copyOfRange(biases, start + gates, start + 2 * gates)));
  }

  /** One direction's part of {@code [2, rows, columns]}. */
  private static Matrix half(TrainedTensors tensors, String name, int number) {
    int rows = Math.toIntExact(tensors.shape(name)[1]);
    int columns = Math.toIntExact(tensors.shape(name)[2]);
    int size = rows * columns;
    return new Matrix(
        rows,
        columns,
        swapGates(Arrays.copyOfRange(tensors.floats(name), number * size, (number + 1) * size)));
  }

  /** From PyTorch's reset, update, new to ONNX's update, reset, new; and back. */
  private static float[] swapGates(float[] gates) {
    int gate = gates.length / 3;
    float[] ordered = gates.clone();
    System.arraycopy(gates, 0, ordered, gate, gate);
    System.arraycopy(gates, gate, ordered, 0, gate);
    return ordered;
  }

  /** Both directions are computed in parallel, on one thread each. */
  private static final class Trainable implements Layer {
    /**
     * Added to the states of padding. States are between -1 and 1, so that padding is below all
     * others.
     */
    private static final float PADDING_OFFSET = -2;

    private final Torch device;
    private final int hiddenSize;
    private final GruDirection forward;
    private final GruDirection backward;
    private final MaxPooling pooling;

    private int acts;
    private int tokens;

    Trainable(Torch device, int inputSize, int hiddenSize, int poolSize) {
      this.device = device;
      this.hiddenSize = hiddenSize;
      this.forward = new GruDirection(device, "forward", inputSize, hiddenSize, false);
      this.backward = new GruDirection(device, "backward", inputSize, hiddenSize, true);
      this.pooling = new MaxPooling(device, poolSize, PADDING_OFFSET);
    }

    @Override
    public int outputSize() {
      return 2 * hiddenSize;
    }

    @Override
    public EncodedBatch forward(Batch batch, Tensor vectors) {
      forward.prepare(batch, vectors);
      backward.prepare(batch, vectors);
      device.both(forward::read, backward::read);
      Tensor states = torch.cat(new TensorVector(forward.states(), backward.states()), 1);
      acts = batch.size();
      tokens = batch.tokens();
      int pooled = pooling.pooled(tokens);
      int missing = pooled * pooling.poolSize() - tokens;
      if (missing > 0) {
        states =
            torch.constant_pad_nd(
                states.view(acts, tokens, outputSize()),
                new long[] {0, 0, 0, missing},
                Torch.scalar(0));
      }
      Tensor largest =
          pooling.forward(
              states.view(acts, pooled, pooling.poolSize(), outputSize()), batch.lengths());
      int[] lengths = Arrays.stream(batch.lengths()).map(pooling::pooled).toArray();
      return new EncodedBatch(largest, pooled, lengths);
    }

    @Override
    public Tensor backward(Tensor gradient) {
      Tensor ofTokens =
          pooling
              .backward(gradient)
              .view(acts, -1, outputSize())
              .narrow(1, 0, tokens)
              .reshape(-1, outputSize());
      forward.prepareGradients(ofTokens.narrow(1, 0, hiddenSize));
      backward.prepareGradients(ofTokens.narrow(1, hiddenSize, hiddenSize));
      device.both(forward::readBack, backward::readBack);
      return forward.finishGradients().add_(backward.finishGradients());
    }

    @Override
    public List<Parameter> parameters() {
      List<Parameter> parameters = new ArrayList<>(forward.parameters());
      parameters.addAll(backward.parameters());
      return parameters;
    }

    @Override
    public Weights weights() {
      return new Weights(forward.weights(), backward.weights(), pooling.poolSize());
    }
  }

  /**
   * One trained direction. Gates are in PyTorch's order: reset, update, new.
   *
   * @param input {@code 3 * hiddenSize} rows of the embedding dimension
   * @param recurrent {@code 3 * hiddenSize} rows of {@code hiddenSize}
   * @param inputBias {@code 3 * hiddenSize}
   * @param recurrentBias {@code 3 * hiddenSize}; that of the new gate is scaled by the reset gate
   */
  public record Direction(
      Matrix input, Matrix recurrent, float[] inputBias, float[] recurrentBias) {
    public Direction {
      int gates = 3 * recurrent.columns();
      if (recurrent.rows() != gates
          || input.rows() != gates
          || inputBias.length != gates
          || recurrentBias.length != gates) {
        throw new IllegalArgumentException(
            "a direction of hidden size "
                + recurrent.columns()
                + " needs "
                + gates
                + " rows everywhere");
      }
    }

    private int hiddenSize() {
      return recurrent.columns();
    }

    /** The state after one word. */
    private double[] step(double[] vector, double[] state) {
      int hiddenSize = state.length;
      double[] next = new double[hiddenSize];
      for (int i = 0; i < hiddenSize; i++) {
        int update = hiddenSize + i;
        int fresh = 2 * hiddenSize + i;
        double resetGate = ReferenceMath.sigmoid(fromInput(i, vector) + fromState(i, state));
        double updateGate =
            ReferenceMath.sigmoid(fromInput(update, vector) + fromState(update, state));
        double candidate =
            Math.tanh(fromInput(fresh, vector) + resetGate * fromState(fresh, state));
        next[i] = (1 - updateGate) * candidate + updateGate * state[i];
      }
      return next;
    }

    private double fromInput(int gate, double[] vector) {
      return input.dot(gate, vector) + inputBias[gate];
    }

    private double fromState(int gate, double[] state) {
      return recurrent.dot(gate, state) + recurrentBias[gate];
    }
  }

  /** A trained encoder. */
  public record Weights(Direction forward, Direction backward, int poolSize)
      implements Encoder.Weights {
    /** Lower bound of states. */
    private static final float MIN_STATE = -1;

    public Weights {
      if (forward.input().columns() != backward.input().columns()
          || forward.hiddenSize() != backward.hiddenSize()) {
        throw new IllegalArgumentException("the two directions differ in size");
      }
      if (poolSize < 1) {
        throw new IllegalArgumentException("tokens cannot be pooled by " + poolSize);
      }
    }

    @Override
    public BiGru spec() {
      return new BiGru(forward.hiddenSize(), poolSize);
    }

    @Override
    public int inputSize() {
      return forward.input().columns();
    }

    @Override
    public int outputSize() {
      return 2 * forward.hiddenSize();
    }

    @Override
    public int tokensPerState() {
      return poolSize;
    }

    @Override
    public EncodedStates export(ExportContext context, TokenVectors tokens) {
      GraphBuilder graph = context.graph();
      int hiddenSize = forward.hiddenSize();
      String input = both(graph, "gru_input", forward.input(), backward.input());
      String recurrent = both(graph, "gru_recurrent", forward.recurrent(), backward.recurrent());
      String bias =
          graph.floats(
              "gru_bias",
              join(
                  swapGates(forward.inputBias()),
                  swapGates(forward.recurrentBias()),
                  swapGates(backward.inputBias()),
                  swapGates(backward.recurrentBias())),
              2,
              6L * hiddenSize);
      String states =
          graph.node(
              "GRU",
              List.of(
                  attribute("hidden_size", hiddenSize),
                  attribute("direction", "bidirectional"),
                  attribute("linear_before_reset", 1)),
              graph.node("Transpose", List.of(attribute("perm", 1, 0, 2)), tokens.values()),
              input,
              recurrent,
              bias,
              context.input(InputSource.LENGTHS));
      // [words, directions, batch, hidden size]
      String joined =
          graph.node(
              "Reshape",
              graph.node("Transpose", List.of(attribute("perm", 2, 0, 1, 3)), states),
              graph.longs(0, 0, 2L * hiddenSize));
      return MaxPooling.export(graph, poolSize, outputSize(), joined, MIN_STATE, tokens);
    }

    private static String both(GraphBuilder graph, String name, Matrix forward, Matrix backward) {
      return graph.floats(
          name,
          join(swapGates(forward.values()), swapGates(backward.values())),
          2,
          forward.rows(),
          forward.columns());
    }

    private static float[] join(float[]... parts) {
      float[] joined = new float[Arrays.stream(parts).mapToInt(part -> part.length).sum()];
      int at = 0;
      for (float[] part : parts) {
        System.arraycopy(part, 0, joined, at, part.length);
        at += part.length;
      }
      return joined;
    }

    @Override
    public double[][] reference(double[][] vectors, int[] sectionLengths) {
      int hiddenSize = forward.hiddenSize();
      double[][] tokens = new double[vectors.length][2 * hiddenSize];
      double[] state = new double[hiddenSize];
      for (int word = 0; word < vectors.length; word++) {
        state = forward.step(vectors[word], state);
        System.arraycopy(state, 0, tokens[word], 0, hiddenSize);
      }
      state = new double[hiddenSize];
      for (int word = vectors.length - 1; word >= 0; word--) {
        state = backward.step(vectors[word], state);
        System.arraycopy(state, 0, tokens[word], hiddenSize, hiddenSize);
      }
      return MaxPooling.reference(tokens, poolSize);
    }
  }
}

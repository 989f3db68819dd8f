package org.solrlmtc.training.neural.gru;

import static org.solrlmtc.training.neural.graph.GraphBuilder.attribute;

import java.util.Arrays;
import java.util.List;
import org.solrlmtc.training.neural.graph.GraphBuilder;
import org.solrlmtc.training.neural.graph.TrainedTensors;
import org.solrlmtc.training.neural.tensor.Matrix;

/** The trained weights of a gated recurrent unit in both directions. */
public record GruWeights(Direction forward, Direction backward) {
  public GruWeights {
    if (forward.input().columns() != backward.input().columns()
        || forward.hiddenSize() != backward.hiddenSize()) {
      throw new IllegalArgumentException("the two directions differ in size");
    }
  }

  /**
   * One trained direction. Gates are in PyTorch's order: reset, update, new.
   *
   * @param input {@code 3 * hiddenSize} rows of the input dimension
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

    /** The state after one item. */
    private double[] step(double[] vector, double[] state) {
      int hiddenSize = state.length;
      double[] next = new double[hiddenSize];
      for (int i = 0; i < hiddenSize; i++) {
        int update = hiddenSize + i;
        int fresh = 2 * hiddenSize + i;
        double resetGate = sigmoid(fromInput(i, vector) + fromState(i, state));
        double updateGate = sigmoid(fromInput(update, vector) + fromState(update, state));
        double candidate =
            Math.tanh(fromInput(fresh, vector) + resetGate * fromState(fresh, state));
        next[i] = (1 - updateGate) * candidate + updateGate * state[i];
      }
      return next;
    }

    private static double sigmoid(double x) {
      return 1 / (1 + Math.exp(-x));
    }

    private double fromInput(int gate, double[] vector) {
      return input.dot(gate, vector) + inputBias[gate];
    }

    private double fromState(int gate, double[] state) {
      return recurrent.dot(gate, state) + recurrentBias[gate];
    }
  }

  /** Hidden size per direction. */
  public int hiddenSize() {
    return forward.hiddenSize();
  }

  public int inputSize() {
    return forward.input().columns();
  }

  /** Dimension of a state. */
  public int outputSize() {
    return 2 * hiddenSize();
  }

  /** Reads the weights that {@link #export} wrote. */
  public static GruWeights read(TrainedTensors tensors) {
    return new GruWeights(direction(tensors, 0), direction(tensors, 1));
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

  /**
   * Adds itself to a graph.
   *
   * @param vectors {@code [sequences, items, size]}
   * @param lengths number of items per sequence, at least 1, {@code [sequences]}, int32
   * @return the name of the states, {@code [sequences, items, 2 * hiddenSize]}; zeros for padding
   */
  public String export(GraphBuilder graph, String vectors, String lengths) {
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
            6L * hiddenSize());
    String states =
        graph.node(
            "GRU",
            List.of(
                attribute("hidden_size", hiddenSize()),
                attribute("direction", "bidirectional"),
                attribute("linear_before_reset", 1)),
            graph.node("Transpose", List.of(attribute("perm", 1, 0, 2)), vectors),
            input,
            recurrent,
            bias,
            lengths);
    // [items, directions, sequences, hidden size]
    return graph.node(
        "Reshape",
        graph.node("Transpose", List.of(attribute("perm", 2, 0, 1, 3)), states),
        graph.longs(0, 0, outputSize()));
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

  /** Reference computation of the states of one sequence, which the graph must agree with. */
  public double[][] reference(double[][] vectors) {
    int hiddenSize = hiddenSize();
    double[][] states = new double[vectors.length][2 * hiddenSize];
    double[] state = new double[hiddenSize];
    for (int item = 0; item < vectors.length; item++) {
      state = forward.step(vectors[item], state);
      System.arraycopy(state, 0, states[item], 0, hiddenSize);
    }
    state = new double[hiddenSize];
    for (int item = vectors.length - 1; item >= 0; item--) {
      state = backward.step(vectors[item], state);
      System.arraycopy(state, 0, states[item], hiddenSize, hiddenSize);
    }
    return states;
  }
}

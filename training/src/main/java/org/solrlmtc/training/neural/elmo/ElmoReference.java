package org.solrlmtc.training.neural.elmo;

import java.util.Arrays;
import java.util.List;
import org.solrlmtc.core.text.CharacterIds;
import org.solrlmtc.training.neural.elmo.ElmoWeights.Cell;
import org.solrlmtc.training.neural.elmo.ElmoWeights.Highway;
import org.solrlmtc.training.neural.tensor.Matrix;

/** The plain computation of a biLM, in double precision. Other computations must agree with it. */
public final class ElmoReference {
  private final ElmoWeights weights;
  private final ElmoOptions options;

  public ElmoReference(ElmoWeights weights) {
    this.weights = weights;
    this.options = weights.options();
  }

  /**
   * The memory of a stream of texts. A text continues with the states that the one before left, in
   * both directions; the first begins with zeros.
   */
  public static final class StreamState {
    private final double[][][] states;
    private final double[][][] memories;

    public StreamState(ElmoOptions options) {
      states = new double[2][options.layers()][options.size()];
      memories = new double[2][options.layers()][options.cellSize()];
    }

    double[] state(int direction, int layer) {
      return states[direction][layer];
    }

    double[] memory(int direction, int layer) {
      return memories[direction][layer];
    }
  }

  /** The vector of a word, without its context. */
  public double[] wordVector(int[] characterIds) {
    int perWord = options.charactersPerWord();
    int dimension = options.characterSize();
    double[] characters = new double[perWord * dimension];
    for (int i = 0; i < perWord; i++) {
      // 0 is padding of texts, whose vector is zero
      if (characterIds[i] > 0) {
        System.arraycopy(
            weights.characters().row(characterIds[i] - 1), 0, characters, i * dimension, dimension);
      }
    }
    double[] vector = new double[options.filterOutputs()];
    int at = 0;
    for (int filter = 0; filter < options.filters().size(); filter++) {
      int width = options.filters().get(filter).width();
      for (int i = 0; i < options.filters().get(filter).count(); i++) {
        double largest = Double.NEGATIVE_INFINITY;
        for (int from = 0; from + width <= perWord; from++) {
          largest =
              Math.max(
                  largest, weights.filters().get(filter).output(i, characters, from * dimension));
        }
        vector[at++] = options.activation().of(largest);
      }
    }
    for (Highway highway : weights.highways()) {
      double[] fresh = highway.transform().of(vector);
      double[] share = highway.carry().of(vector);
      for (int i = 0; i < vector.length; i++) {
        double carried = sigmoid(share[i]);
        vector[i] = carried * Math.max(0, fresh[i]) + (1 - carried) * vector[i];
      }
    }
    return weights.projection().isPresent() ? weights.projection().get().of(vector) : vector;
  }

  /** The memory of a direction after its mark; that of the other direction is zero. */
  StreamState afterMark(int direction) {
    int perWord = options.charactersPerWord();
    double[] input =
        wordVector(
            direction == 0 ? CharacterIds.textBegin(perWord) : CharacterIds.textEnd(perWord));
    StreamState stream = new StreamState(options);
    List<Cell> cells = direction == 0 ? weights.forward() : weights.backward();
    for (int layer = 0; layer < cells.size(); layer++) {
      step(cells.get(layer), input, stream, direction, layer);
      double[] output = stream.states[direction][layer].clone();
      if (options.skipConnections() && layer > 0) {
        for (int i = 0; i < output.length; i++) {
          output[i] += input[i];
        }
      }
      input = output;
    }
    return stream;
  }

  /** The states of a text that nothing precedes. */
  public double[][][] states(List<int[]> words) {
    return states(words, new StreamState(options));
  }

  /**
   * The states of a text between its begin and end marks.
   *
   * @param words the character ids of each word
   * @param stream what the text before left; it is changed
   * @return for each layer and word the forward and the backward state in one vector; the first
   *     layer has the word's vector twice
   */
  public double[][][] states(List<int[]> words, StreamState stream) {
    int length = words.size() + 2;
    int size = options.size();
    double[][] vectors = new double[length][];
    vectors[0] = wordVector(CharacterIds.textBegin(options.charactersPerWord()));
    for (int i = 0; i < words.size(); i++) {
      vectors[i + 1] = wordVector(words.get(i));
    }
    vectors[length - 1] = wordVector(CharacterIds.textEnd(options.charactersPerWord()));
    double[][][] states = new double[options.layers() + 1][words.size()][2 * size];
    for (int direction = 0; direction < 2; direction++) {
      List<Cell> cells = direction == 0 ? weights.forward() : weights.backward();
      double[][] inputs = vectors.clone();
      copy(inputs, states[0], direction * size);
      for (int layer = 0; layer < cells.size(); layer++) {
        double[][] outputs = new double[length][];
        for (int step = 0; step < length; step++) {
          int at = direction == 0 ? step : length - 1 - step;
          step(cells.get(layer), inputs[at], stream, direction, layer);
          outputs[at] = stream.states[direction][layer].clone();
          if (options.skipConnections() && layer > 0) {
            for (int i = 0; i < size; i++) {
              outputs[at][i] += inputs[at][i];
            }
          }
        }
        inputs = outputs;
        copy(inputs, states[layer + 1], direction * size);
      }
    }
    return states;
  }

  /** Without the marks of the text. */
  private static void copy(double[][] vectors, double[][] target, int at) {
    for (int word = 0; word < target.length; word++) {
      System.arraycopy(vectors[word + 1], 0, target[word], at, vectors[word + 1].length);
    }
  }

  private void step(Cell cell, double[] input, StreamState stream, int direction, int layer) {
    int cellSize = options.cellSize();
    double[] state = stream.states[direction][layer];
    double[] memory = stream.memories[direction][layer];
    double[] gates = new double[4 * cellSize];
    for (int i = 0; i < gates.length; i++) {
      gates[i] = cell.bias()[i];
    }
    addProduct(gates, input, cell.input());
    addProduct(gates, state, cell.recurrent());
    double[] output = new double[cellSize];
    for (int i = 0; i < cellSize; i++) {
      double candidate = Math.tanh(gates[cellSize + i]);
      double kept = sigmoid(gates[2 * cellSize + i] + Cell.FORGET_BIAS) * memory[i];
      memory[i] = clip(kept + sigmoid(gates[i]) * candidate, options.cellClip());
      output[i] = sigmoid(gates[3 * cellSize + i]) * Math.tanh(memory[i]);
    }
    if (cell.projection().isEmpty()) {
      System.arraycopy(output, 0, state, 0, cellSize);
      return;
    }
    Arrays.fill(state, 0);
    addProduct(state, output, cell.projection().get());
    for (int i = 0; i < state.length; i++) {
      state[i] = clip(state[i], options.projectionClip());
    }
  }

  private static void addProduct(double[] sums, double[] factors, Matrix matrix) {
    float[] values = matrix.values();
    for (int row = 0; row < factors.length; row++) {
      double factor = factors[row];
      int from = row * matrix.columns();
      for (int i = 0; i < sums.length; i++) {
        sums[i] += factor * values[from + i];
      }
    }
  }

  private static double clip(double value, double bound) {
    return Math.max(-bound, Math.min(bound, value));
  }

  private static double sigmoid(double value) {
    return 1 / (1 + Math.exp(-value));
  }
}

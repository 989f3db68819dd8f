package org.solrlmtc.training.neural.onnx;

import java.util.Arrays;
import org.solrlmtc.training.neural.weights.AttentionWeights;
import org.solrlmtc.training.neural.weights.BiGruWeights;
import org.solrlmtc.training.neural.weights.ConvolutionWeights;
import org.solrlmtc.training.neural.weights.LabelWiseWeights;
import org.solrlmtc.training.neural.weights.Matrix;
import org.solrlmtc.training.neural.weights.NetworkWeights;

/**
 * Computes a network text by text, as its weights' documentation says and with nothing clever: what
 * an ONNX file must agree with.
 */
final class ReferenceNetwork {
  private final NetworkWeights weights;

  ReferenceNetwork(NetworkWeights weights) {
    this.weights = weights;
  }

  /** The probability of every label, for a text of at least one word. */
  double[] probabilities(int[] words) {
    double[][] vectors = new double[words.length][];
    for (int i = 0; i < words.length; i++) {
      vectors[i] = row(weights.embedding(), words[i]);
    }
    double[][] tokens =
        weights.encoder() instanceof ConvolutionWeights convolution
            ? convolve(convolution, vectors)
            : readBothWays((BiGruWeights) weights.encoder(), vectors);
    double[][] pooled = largest(tokens, weights.encoder().pool());
    double[] scores =
        weights.head() instanceof LabelWiseWeights labelWise
            ? labelWise(labelWise, pooled)
            : attention((AttentionWeights) weights.head(), pooled);
    for (int label = 0; label < scores.length; label++) {
      scores[label] = sigmoid(scores[label]);
    }
    return scores;
  }

  private static double[][] convolve(ConvolutionWeights weights, double[][] vectors) {
    int reach = weights.width() / 2;
    int size = weights.inputSize();
    double[][] tokens = new double[vectors.length][weights.outputSize()];
    for (int word = 0; word < vectors.length; word++) {
      double[] token = tokens[word];
      for (int filter = 0; filter < token.length; filter++) {
        double sum = weights.bias()[filter];
        for (int place = 0; place < weights.width(); place++) {
          int seen = word + place - reach;
          if (seen >= 0 && seen < vectors.length) {
            for (int i = 0; i < size; i++) {
              sum += vectors[seen][i] * at(weights.kernel(), place * size + i, filter);
            }
          }
        }
        token[filter] = Math.tanh(sum);
      }
    }
    return tokens;
  }

  /** The largest of every few neighbours. */
  private static double[][] largest(double[][] tokens, int pool) {
    double[][] pooled = new double[(tokens.length + pool - 1) / pool][];
    for (int token = 0; token < tokens.length; token++) {
      double[] group = pooled[token / pool];
      if (group == null) {
        pooled[token / pool] = tokens[token].clone();
        continue;
      }
      for (int i = 0; i < group.length; i++) {
        group[i] = Math.max(group[i], tokens[token][i]);
      }
    }
    return pooled;
  }

  private static double[][] readBothWays(BiGruWeights weights, double[][] vectors) {
    int hidden = weights.outputSize() / 2;
    double[][] tokens = new double[vectors.length][2 * hidden];
    double[] state = new double[hidden];
    for (int word = 0; word < vectors.length; word++) {
      state = read(weights.forward(), vectors[word], state);
      System.arraycopy(state, 0, tokens[word], 0, hidden);
    }
    state = new double[hidden];
    for (int word = vectors.length - 1; word >= 0; word--) {
      state = read(weights.backward(), vectors[word], state);
      System.arraycopy(state, 0, tokens[word], hidden, hidden);
    }
    return tokens;
  }

  /** Reads one word. */
  private static double[] read(BiGruWeights.Direction weights, double[] vector, double[] state) {
    int hidden = state.length;
    double[] next = new double[hidden];
    for (int i = 0; i < hidden; i++) {
      int update = hidden + i;
      int fresh = 2 * hidden + i;
      double resetGate = sigmoid(input(weights, i, vector) + recurrent(weights, i, state));
      double updateGate =
          sigmoid(input(weights, update, vector) + recurrent(weights, update, state));
      double candidate =
          Math.tanh(input(weights, fresh, vector) + resetGate * recurrent(weights, fresh, state));
      next[i] = (1 - updateGate) * candidate + updateGate * state[i];
    }
    return next;
  }

  private static double input(BiGruWeights.Direction weights, int gate, double[] vector) {
    return dot(weights.input(), gate, vector) + weights.inputBias()[gate];
  }

  private static double recurrent(BiGruWeights.Direction weights, int gate, double[] state) {
    return dot(weights.recurrent(), gate, state) + weights.recurrentBias()[gate];
  }

  private static double[] attention(AttentionWeights weights, double[][] tokens) {
    Matrix attention = new Matrix(1, weights.attention().length, weights.attention());
    double[] energies = new double[tokens.length];
    for (int i = 0; i < tokens.length; i++) {
      energies[i] = Math.tanh(dot(attention, 0, tokens[i]) + weights.attentionBias());
    }
    double[] shares = softmax(energies);
    double[] text = new double[weights.inputSize()];
    for (int i = 0; i < tokens.length; i++) {
      for (int j = 0; j < text.length; j++) {
        text[j] += shares[i] * tokens[i][j];
      }
    }
    double[] scores = new double[weights.labels()];
    for (int label = 0; label < scores.length; label++) {
      scores[label] = weights.bias()[label] + dot(weights.dense(), label, text);
    }
    return scores;
  }

  private static double[] labelWise(LabelWiseWeights weights, double[][] tokens) {
    double[][] keys = weights.keys().map(matrix -> project(tokens, matrix)).orElse(tokens);
    double[] scores = new double[weights.labels()];
    double[] energies = new double[tokens.length];
    for (int label = 0; label < scores.length; label++) {
      for (int i = 0; i < tokens.length; i++) {
        energies[i] = dot(weights.queries(), label, keys[i]);
      }
      double[] shares = softmax(energies);
      scores[label] = weights.bias()[label];
      for (int i = 0; i < tokens.length; i++) {
        scores[label] += shares[i] * dot(weights.outputs(), label, tokens[i]);
      }
    }
    return scores;
  }

  private static double[][] project(double[][] tokens, Matrix matrix) {
    double[][] projected = new double[tokens.length][matrix.columns()];
    for (int token = 0; token < tokens.length; token++) {
      for (int i = 0; i < matrix.rows(); i++) {
        for (int j = 0; j < matrix.columns(); j++) {
          projected[token][j] += tokens[token][i] * at(matrix, i, j);
        }
      }
    }
    return projected;
  }

  private static double[] softmax(double[] energies) {
    double largest = Arrays.stream(energies).max().orElseThrow();
    double[] shares = new double[energies.length];
    double sum = 0;
    for (int i = 0; i < shares.length; i++) {
      shares[i] = Math.exp(energies[i] - largest);
      sum += shares[i];
    }
    for (int i = 0; i < shares.length; i++) {
      shares[i] /= sum;
    }
    return shares;
  }

  private static double sigmoid(double score) {
    return 1 / (1 + Math.exp(-score));
  }

  private static double dot(Matrix matrix, int row, double[] vector) {
    double sum = 0;
    for (int i = 0; i < vector.length; i++) {
      sum += at(matrix, row, i) * vector[i];
    }
    return sum;
  }

  private static double[] row(Matrix matrix, int row) {
    double[] values = new double[matrix.columns()];
    for (int i = 0; i < values.length; i++) {
      values[i] = at(matrix, row, i);
    }
    return values;
  }

  private static double at(Matrix matrix, int row, int column) {
    return matrix.values()[row * matrix.columns() + column];
  }
}

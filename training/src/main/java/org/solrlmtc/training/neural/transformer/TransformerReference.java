package org.solrlmtc.training.neural.transformer;

import org.solrlmtc.training.neural.layer.ReferenceMath;
import org.solrlmtc.training.neural.tensor.Matrix;

/** A transformer in plain double precision: what training and export must agree with. */
final class TransformerReference {
  private final TransformerWeights weights;
  private final TransformerShape shape;
  private final int hiddenSize;

  TransformerReference(TransformerWeights weights) {
    this.weights = weights;
    this.shape = weights.shape();
    this.hiddenSize = weights.inputSize();
  }

  double[][] states(double[][] vectors) {
    double[][] states = new double[vectors.length][hiddenSize];
    for (int token = 0; token < vectors.length; token++) {
      for (int i = 0; i < hiddenSize; i++) {
        states[token][i] = vectors[token][i] + weights.positions().at(token, i);
      }
      normalise(states[token], weights.norm(), weights.normBias());
    }
    for (BlockTensors<Matrix> block : weights.blocks()) {
      states = block(states, block);
    }
    return states;
  }

  private double[][] block(double[][] states, BlockTensors<Matrix> block) {
    double[][] contexts = attend(product(states, block.attention(), block.attentionBias()));
    double[][] attended = product(contexts, block.output(), block.outputBias());
    add(attended, states, block.attentionNorm(), block.attentionNormBias());
    double[][] expanded = product(attended, block.expand(), block.expandBias());
    for (double[] token : expanded) {
      for (int i = 0; i < token.length; i++) {
        token[i] = gelu(token[i]);
      }
    }
    double[][] contracted = product(expanded, block.contract(), block.contractBias());
    add(contracted, attended, block.norm(), block.normBias());
    return contracted;
  }

  private double[][] attend(double[][] projected) {
    int tokens = projected.length;
    int headSize = shape.headSize(hiddenSize);
    double[][] contexts = new double[tokens][hiddenSize];
    double[] scores = new double[tokens];
    for (int head = 0; head < shape.heads(); head++) {
      int query = head * headSize;
      int key = hiddenSize + query;
      int value = 2 * hiddenSize + query;
      for (int token = 0; token < tokens; token++) {
        for (int other = 0; other < tokens; other++) {
          scores[other] = 0;
          for (int i = 0; i < headSize; i++) {
            scores[other] += projected[token][query + i] * projected[other][key + i];
          }
          scores[other] /= Math.sqrt(headSize);
        }
        double[] shares = ReferenceMath.softmax(scores);
        for (int other = 0; other < tokens; other++) {
          for (int i = 0; i < headSize; i++) {
            contexts[token][query + i] += shares[other] * projected[other][value + i];
          }
        }
      }
    }
    return contexts;
  }

  private static double[][] product(double[][] states, Matrix matrix, Matrix bias) {
    double[][] products = new double[states.length][matrix.rows()];
    for (int token = 0; token < states.length; token++) {
      for (int row = 0; row < matrix.rows(); row++) {
        products[token][row] = matrix.dot(row, states[token]) + bias.at(0, row);
      }
    }
    return products;
  }

  private void add(double[][] states, double[][] residual, Matrix norm, Matrix normBias) {
    for (int token = 0; token < states.length; token++) {
      for (int i = 0; i < hiddenSize; i++) {
        states[token][i] += residual[token][i];
      }
      normalise(states[token], norm, normBias);
    }
  }

  private void normalise(double[] state, Matrix norm, Matrix normBias) {
    double mean = 0;
    for (double value : state) {
      mean += value / hiddenSize;
    }
    double variance = 0;
    for (double value : state) {
      variance += (value - mean) * (value - mean) / hiddenSize;
    }
    double deviation = Math.sqrt(variance + shape.epsilon());
    for (int i = 0; i < hiddenSize; i++) {
      state[i] = (state[i] - mean) / deviation * norm.at(0, i) + normBias.at(0, i);
    }
  }

  private double gelu(double x) {
    return switch (shape.activation()) {
      case GELU -> x * normalDistribution(x);
      case GELU_TANH ->
          x / 2 * (1 + Math.tanh(Math.sqrt(2 / Math.PI) * (x + 0.044715 * x * x * x)));
    };
  }

  /**
   * The cumulative distribution function of the normal distribution, by its Taylor series around 0;
   * beyond 6 standard deviations it is 0 or 1 in single precision.
   */
  static double normalDistribution(double x) {
    if (Math.abs(x) > 6) {
      return x > 0 ? 1 : 0;
    }
    double sum = x;
    double term = x;
    for (int i = 3; Math.abs(term) > 1e-17 * Math.abs(sum); i += 2) {
      term *= x * x / i;
      sum += term;
    }
    return 0.5 + sum * Math.exp(-x * x / 2) / Math.sqrt(2 * Math.PI);
  }
}

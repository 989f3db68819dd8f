package org.solrlmtc.training.pretrained;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.solrlmtc.training.neural.tensor.Matrix;
import org.solrlmtc.training.pretrained.EncoderConfig.Activation;

/** The forward pass of BERT by its definition, in double precision; slow, for single texts. */
public final class ReferenceTransformer {
  private final PretrainedEncoder encoder;
  private final EncoderConfig config;
  private final Map<String, Matrix> matrices = new HashMap<>();
  private final Map<String, float[]> vectors = new HashMap<>();

  public ReferenceTransformer(PretrainedEncoder encoder) {
    this.encoder = encoder;
    this.config = encoder.config();
  }

  /** The states of the last layer, one per token. */
  public double[][] states(int[] ids) {
    double[][] states = new double[ids.length][];
    Matrix words = matrix("embeddings.word_embeddings.weight");
    Matrix positions = matrix("embeddings.position_embeddings.weight");
    Matrix types = matrix("embeddings.token_type_embeddings.weight");
    for (int token = 0; token < ids.length; token++) {
      states[token] = plus(plus(words.row(ids[token]), positions.row(token)), types.row(0));
      states[token] = norm("embeddings.LayerNorm", states[token]);
    }
    for (int layer = 0; layer < config.layers(); layer++) {
      states = layer("encoder.layer." + layer + ".", states);
    }
    return states;
  }

  private double[][] layer(String name, double[][] input) {
    double[][] query = dense(name + "attention.self.query", input);
    double[][] key = dense(name + "attention.self.key", input);
    double[][] value = dense(name + "attention.self.value", input);
    double[][] mixed = new double[input.length][config.hiddenSize()];
    for (int head = 0; head < config.attentionHeads(); head++) {
      int from = head * config.headSize();
      int to = from + config.headSize();
      for (int token = 0; token < input.length; token++) {
        double[] weights = attention(query[token], key, from, to);
        for (int other = 0; other < input.length; other++) {
          for (int i = from; i < to; i++) {
            mixed[token][i] += weights[other] * value[other][i];
          }
        }
      }
    }
    double[][] attended = dense(name + "attention.output.dense", mixed);
    double[][] output = new double[input.length][];
    for (int token = 0; token < input.length; token++) {
      double[] state =
          norm(name + "attention.output.LayerNorm", plus(attended[token], input[token]));
      double[] inner = dense(name + "intermediate.dense", state);
      for (int i = 0; i < inner.length; i++) {
        inner[i] = activation(config.activation(), inner[i]);
      }
      output[token] =
          norm(name + "output.LayerNorm", plus(dense(name + "output.dense", inner), state));
    }
    return output;
  }

  private double[] attention(double[] query, double[][] keys, int from, int to) {
    double[] weights = new double[keys.length];
    for (int other = 0; other < keys.length; other++) {
      for (int i = from; i < to; i++) {
        weights[other] += query[i] * keys[other][i];
      }
      weights[other] /= Math.sqrt(to - from);
    }
    double max = Arrays.stream(weights).max().orElseThrow();
    double sum = 0;
    for (int other = 0; other < keys.length; other++) {
      weights[other] = Math.exp(weights[other] - max);
      sum += weights[other];
    }
    for (int other = 0; other < keys.length; other++) {
      weights[other] /= sum;
    }
    return weights;
  }

  /** The logits of all word pieces at a masked position. */
  public double[] maskedWord(double[] state) {
    double[] transformed = dense("cls.predictions.transform.dense", state);
    for (int i = 0; i < transformed.length; i++) {
      transformed[i] = activation(config.activation(), transformed[i]);
    }
    transformed = norm("cls.predictions.transform.LayerNorm", transformed);
    Matrix words = matrix("embeddings.word_embeddings.weight");
    float[] bias = vector("cls.predictions.bias");
    double[] logits = new double[bias.length];
    for (int id = 0; id < logits.length; id++) {
      logits[id] = words.dot(id, transformed) + bias[id];
    }
    return logits;
  }

  static double activation(Activation activation, double x) {
    return switch (activation) {
      case GELU -> x * normalDistribution(x);
      case GELU_TANH ->
          0.5 * x * (1 + Math.tanh(Math.sqrt(2 / Math.PI) * (x + 0.044715 * x * x * x)));
    };
  }

  /** By its series, or its continued fraction far from 0. */
  private static double normalDistribution(double x) {
    double absolute = Math.abs(x);
    double density = Math.exp(-x * x / 2) / Math.sqrt(2 * Math.PI);
    double tail;
    if (absolute < 4) {
      double term = absolute;
      double sum = absolute;
      for (int i = 3; Math.abs(term) > 1e-17; i += 2) {
        term *= absolute * absolute / i;
        sum += term;
      }
      tail = 0.5 - density * sum;
    } else {
      double fraction = absolute;
      for (int i = 60; i > 0; i--) {
        fraction = absolute + i / fraction;
      }
      tail = density / fraction;
    }
    return x < 0 ? tail : 1 - tail;
  }

  private double[][] dense(String name, double[][] inputs) {
    return Arrays.stream(inputs).map(input -> dense(name, input)).toArray(double[][]::new);
  }

  private double[] dense(String name, double[] input) {
    Matrix weight = matrix(name + ".weight");
    float[] bias = vector(name + ".bias");
    double[] output = new double[bias.length];
    for (int i = 0; i < output.length; i++) {
      output[i] = weight.dot(i, input) + bias[i];
    }
    return output;
  }

  private double[] norm(String name, double[] values) {
    float[] weight = vector(name + ".weight");
    float[] bias = vector(name + ".bias");
    double mean = Arrays.stream(values).average().orElseThrow();
    double variance =
        Arrays.stream(values).map(v -> (v - mean) * (v - mean)).average().orElseThrow();
    double deviation = Math.sqrt(variance + config.layerNormEpsilon());
    double[] normed = new double[values.length];
    for (int i = 0; i < values.length; i++) {
      normed[i] = (values[i] - mean) / deviation * weight[i] + bias[i];
    }
    return normed;
  }

  private static double[] plus(double[] a, double[] b) {
    double[] sum = new double[a.length];
    for (int i = 0; i < a.length; i++) {
      sum[i] = a[i] + b[i];
    }
    return sum;
  }

  private Matrix matrix(String name) {
    return matrices.computeIfAbsent(name, encoder::matrix);
  }

  private float[] vector(String name) {
    return vectors.computeIfAbsent(name, encoder::floats);
  }
}

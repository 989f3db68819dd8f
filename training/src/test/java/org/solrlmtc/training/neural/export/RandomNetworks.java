package org.solrlmtc.training.neural.export;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.solrlmtc.training.neural.gru.GruWeights;
import org.solrlmtc.training.neural.layer.AttentionEnergy;
import org.solrlmtc.training.neural.layer.AttentionHead;
import org.solrlmtc.training.neural.layer.BiGru;
import org.solrlmtc.training.neural.layer.Convolution;
import org.solrlmtc.training.neural.layer.Encoder;
import org.solrlmtc.training.neural.layer.Head;
import org.solrlmtc.training.neural.layer.Hierarchical;
import org.solrlmtc.training.neural.layer.LabelWiseHead;
import org.solrlmtc.training.neural.layer.NetworkWeights;
import org.solrlmtc.training.neural.layer.WordEmbedding;
import org.solrlmtc.training.neural.tensor.Matrix;
import org.solrlmtc.training.neural.transformer.Transformers;

/**
 * Networks with sharp attention: a flat one would average errors away. The vector of padding is not
 * zero, so that an effect of padding is detected.
 */
final class RandomNetworks {
  static final int WORDS = 50;
  static final int LABELS = 30;
  private static final int VECTOR = 12;
  private static final int HIDDEN = 6;
  private static final double SHARP = 4;

  private final Random random = new Random(7);

  private final int labels;

  private RandomNetworks(int labels) {
    this.labels = labels;
  }

  /** Every encoder with every head. */
  static Map<String, NetworkWeights> all() {
    Map<String, NetworkWeights> networks = new LinkedHashMap<>();
    for (String encoder :
        new String[] {
          "cnn",
          "cnn-pool2",
          "cnn-pool3",
          "cnn-wide",
          "bigru",
          "bigru-pool3",
          "han",
          "transformer",
          "transformer-tanh"
        }) {
      for (String head : new String[] {"attention", "context", "lwan", "lwan-low-rank"}) {
        networks.put(encoder + "-" + head, of(encoder, head));
      }
    }
    return networks;
  }

  static NetworkWeights of(String encoder, String head) {
    return of(encoder, head, LABELS);
  }

  static NetworkWeights of(String encoder, String head, int labels) {
    return new RandomNetworks(labels).network(encoder, head);
  }

  private NetworkWeights network(String encoder, String head) {
    Encoder.Weights encoderWeights =
        switch (encoder) {
          case "cnn" -> convolution(3, 1);
          case "cnn-pool2" -> convolution(3, 2);
          case "cnn-pool3" -> convolution(1, 3);
          case "cnn-wide" -> convolution(7, 2);
          case "bigru" -> new BiGru.Weights(gru(VECTOR), 1);
          case "han" ->
              new Hierarchical.Weights(gru(VECTOR), context(2 * HIDDEN), gru(2 * HIDDEN), 4);
          case "transformer" -> Transformers.random("gelu", VECTOR);
          case "transformer-tanh" -> Transformers.random("gelu-tanh", VECTOR);
          default -> new BiGru.Weights(gru(VECTOR), 3);
        };
    int size = encoderWeights.outputSize();
    Head.Weights headWeights =
        switch (head) {
          case "attention" ->
              new AttentionHead.Weights(
                  new AttentionEnergy.Direct(vector(size, SHARP), 0.3f),
                  matrix(labels, size, 1),
                  vector(labels, 1));
          case "context" ->
              new AttentionHead.Weights(context(size), matrix(labels, size, 1), vector(labels, 1));
          case "first-state" -> Transformers.firstStateHead(size, labels);
          case "lwan" ->
              new LabelWiseHead.Weights(
                  Optional.empty(),
                  matrix(labels, size, SHARP),
                  matrix(labels, size, 1),
                  vector(labels, 1));
          default ->
              new LabelWiseHead.Weights(
                  Optional.of(matrix(size, 5, 1)),
                  matrix(labels, 5, SHARP),
                  matrix(labels, size, 1),
                  vector(labels, 1));
        };
    return new NetworkWeights(
        new WordEmbedding.Weights(matrix(WORDS, VECTOR, 1)), encoderWeights, headWeights);
  }

  private Convolution.Weights convolution(int width, int pool) {
    return new Convolution.Weights(width, matrix(width * VECTOR, 10, 0.3), vector(10, 0.3), pool);
  }

  private GruWeights gru(int inputSize) {
    return new GruWeights(direction(inputSize), direction(inputSize));
  }

  private GruWeights.Direction direction(int inputSize) {
    return new GruWeights.Direction(
        matrix(3 * HIDDEN, inputSize, 1),
        matrix(3 * HIDDEN, HIDDEN, 1),
        vector(3 * HIDDEN, 1),
        vector(3 * HIDDEN, 1));
  }

  private AttentionEnergy.Context context(int inputSize) {
    return new AttentionEnergy.Context(matrix(7, inputSize, 1), vector(7, 1), vector(7, SHARP));
  }

  private Matrix matrix(int rows, int columns, double deviation) {
    return new Matrix(rows, columns, vector(rows * columns, deviation));
  }

  private float[] vector(int length, double deviation) {
    float[] values = new float[length];
    for (int i = 0; i < length; i++) {
      values[i] = (float) (random.nextGaussian() * deviation);
    }
    return values;
  }
}

package org.solrlmtc.training.neural;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.solrlmtc.training.neural.onnx.Runtime;

/** ONNX Runtime scores as the network that was trained does, in a batch of texts of any length. */
class TestTrainerParity {
  private static final int WORDS = 40;
  private static final int SIZE = 16;
  private static final int LABELS = 30;
  private static final NeuralSettings.Dropout NONE = new NeuralSettings.Dropout(0, 0, 0);

  private static final Torch TORCH = new Torch(Torch.DeviceChoice.CPU, 1, note -> {});

  private final int[][] texts =
      new Random(11).ints(6, 1, 60).mapToObj(this::text).toArray(int[][]::new);

  private int[] text(int length) {
    return new Random(length).ints(length, 1, WORDS).toArray();
  }

  static Stream<String> networks() {
    return Stream.of("convolution", "pooled convolution", "bigru", "pooled bigru")
        .flatMap(
            encoder ->
                Stream.of("attention", "label-wise", "keys").map(head -> encoder + ", " + head));
  }

  @ParameterizedTest
  @MethodSource("networks")
  void theExportedNetworkScoresAsTheTrainedOne(String name) {
    Torch.seed(3);
    Network network = network(name);
    double difference = largestDifference(network, network);
    assertTrue(difference < 1e-4, name + " differs by " + difference);
  }

  @ParameterizedTest
  @MethodSource("networks")
  void anotherNetworkIsFoundToDiffer(String name) {
    Torch.seed(3);
    Network network = network(name);
    double difference = largestDifference(network, network(name));
    assertTrue(difference > 0.1, name + " differs by no more than " + difference);
  }

  private static Network network(String name) {
    String[] parts = name.split(", ");
    Encoder encoder =
        switch (parts[0]) {
          case "convolution" -> new ConvolutionEncoder(TORCH, SIZE, 3, 24, 1);
          case "pooled convolution" -> new ConvolutionEncoder(TORCH, SIZE, 3, 24, 3);
          case "bigru" -> new BiGruEncoder(TORCH, SIZE, 12, 1);
          default -> new BiGruEncoder(TORCH, SIZE, 12, 2);
        };
    float[] biases = new float[LABELS];
    Head head =
        switch (parts[1]) {
          case "attention" -> new AttentionHead(TORCH, encoder.outputSize(), biases);
          case "label-wise" -> new LabelWiseHead(TORCH, encoder.outputSize(), 0, biases);
          default -> new LabelWiseHead(TORCH, encoder.outputSize(), 8, biases);
        };
    Parameter embedding = new Parameter("embedding", TORCH.normal(1, WORDS, SIZE));
    // the row of padding
    embedding.value().select(0, 0).zero_();
    Network network = new Network(TORCH, embedding, false, encoder, head, NONE);
    Sharpened.sharpen(TORCH, network.parameters());
    return network;
  }

  private double largestDifference(Network trained, Network exported) {
    EncodedActs acts = new EncodedActs(WORDS);
    for (int[] text : texts) {
      acts.add(text, new int[0], 1);
    }
    Batch batch = Batch.of(acts, IntStream.range(0, texts.length).toArray());
    float[] expected = Torch.toArray(trained.score(batch, Rows.all(LABELS)).sigmoid());
    float[][] found = Runtime.run(exported.weights(), texts);
    double largest = 0;
    for (int act = 0; act < texts.length; act++) {
      for (int label = 0; label < LABELS; label++) {
        double difference = Math.abs(expected[label * texts.length + act] - found[act][label]);
        largest = Math.max(largest, difference);
      }
    }
    return largest;
  }
}

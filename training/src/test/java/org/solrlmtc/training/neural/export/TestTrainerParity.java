package org.solrlmtc.training.neural.export;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.bytedeco.pytorch.Tensor;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.solrlmtc.training.neural.layer.AttentionHead;
import org.solrlmtc.training.neural.layer.BiGru;
import org.solrlmtc.training.neural.layer.Convolution;
import org.solrlmtc.training.neural.layer.Dropout;
import org.solrlmtc.training.neural.layer.Encoder;
import org.solrlmtc.training.neural.layer.Head;
import org.solrlmtc.training.neural.layer.Hierarchical;
import org.solrlmtc.training.neural.layer.LabelWiseHead;
import org.solrlmtc.training.neural.layer.Network;
import org.solrlmtc.training.neural.layer.NeutralLabels;
import org.solrlmtc.training.neural.layer.SharpParameters;
import org.solrlmtc.training.neural.layer.WordEmbedding;
import org.solrlmtc.training.neural.layer.ZeroShotHead;
import org.solrlmtc.training.neural.tensor.RowSelection;
import org.solrlmtc.training.neural.tensor.Torch;
import org.solrlmtc.training.neural.text.Batch;
import org.solrlmtc.training.neural.text.TokenizedActs;
import org.solrlmtc.training.neural.transformer.Transformers;

/** ONNX Runtime has the same scores as the trained network, in a batch of texts of any length. */
class TestTrainerParity {
  private static final int WORDS = 40;
  private static final int SIZE = 15;
  private static final int LABELS = 30;

  private static final Torch TORCH = new Torch(Torch.DeviceChoice.CPU, 1, note -> {});

  private final int[][] texts =
      new Random(11).ints(6, 1, 60).mapToObj(this::text).toArray(int[][]::new);

  private int[] text(int length) {
    return new Random(length).ints(length, 1, WORDS).toArray();
  }

  static Stream<String> networks() {
    return Stream.of(
            "convolution",
            "pooled convolution",
            "bigru",
            "pooled bigru",
            "hierarchical",
            "transformer")
        .flatMap(
            encoder ->
                Stream.of("attention", "context", "label-wise", "keys", "zero-shot")
                    .map(head -> encoder + ", " + head));
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
    Encoder encoderSpec =
        switch (parts[0]) {
          case "convolution" -> new Convolution(3, 24, 1);
          case "pooled convolution" -> new Convolution(3, 24, 3);
          case "bigru" -> new BiGru(12, 1);
          case "transformer" -> Transformers.encoder("gelu");
          case "hierarchical" -> new Hierarchical(12, 10, 9, 4);
          default -> new BiGru(12, 2);
        };
    Encoder.Layer encoder = encoderSpec.layer(TORCH, SIZE);
    Head headSpec =
        switch (parts[1]) {
          case "attention" -> new AttentionHead();
          case "context" -> new AttentionHead(7);
          case "label-wise" -> new LabelWiseHead(0);
          case "zero-shot" -> new ZeroShotHead();
          default -> new LabelWiseHead(8);
        };
    Head.Layer head = headSpec.layer(NeutralLabels.context(TORCH, LABELS), encoder.outputSize());
    Tensor vectors = TORCH.normal(1, WORDS, SIZE);
    // the row of padding
    vectors.select(0, 0).zero_();
    Network network =
        new Network(TORCH, WordEmbedding.layer(TORCH, vectors, false), encoder, head, Dropout.NONE);
    SharpParameters.sharpen(TORCH, network.parameters());
    return network;
  }

  private double largestDifference(Network trained, Network exported) {
    TokenizedActs acts = new TokenizedActs(WORDS, 1, 1);
    for (int[] text : texts) {
      acts.add(text, new int[0], 1, References.sections(text.length));
    }
    Batch batch = Batch.of(acts, IntStream.range(0, texts.length).toArray());
    float[] expected = Torch.toArray(trained.score(batch, RowSelection.all(LABELS)).sigmoid());
    float[][] found = OnnxRuntime.run(exported.weights(), texts);
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

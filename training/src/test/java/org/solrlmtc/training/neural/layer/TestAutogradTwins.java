package org.solrlmtc.training.neural.layer;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.bytedeco.pytorch.Tensor;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.solrlmtc.training.neural.tensor.Parameter;
import org.solrlmtc.training.neural.tensor.RowSelection;
import org.solrlmtc.training.neural.tensor.Torch;
import org.solrlmtc.training.neural.text.Batch;
import org.solrlmtc.training.neural.text.TokenizedActs;

/** Compares hand-written gradients with those of LibTorch's autograd. */
class TestAutogradTwins {
  private static final int SIZE = 6;
  private static final int LABELS = 9;
  private static final float TOLERANCE = 2e-4f;

  private final Torch torch = new Torch(Torch.DeviceChoice.CPU, 1, note -> {});
  private final Batch batch = batch();

  @BeforeEach
  void seed() {
    Torch.seed(5);
  }

  /** Acts of different length with repeated words. */
  private static Batch batch() {
    TokenizedActs acts = new TokenizedActs(14, 1, 1);
    Random random = new Random(5);
    for (int length : new int[] {9, 1, 4, 6}) {
      acts.add(random.ints(length, 2, 14).toArray(), new int[0], 1);
    }
    return Batch.of(acts, new int[] {0, 1, 2, 3});
  }

  static Stream<Encoder> encoders() {
    return Stream.of(
        new Convolution(3, 7, 1), new Convolution(5, 7, 3), new BiGru(5, 1), new BiGru(5, 2));
  }

  @ParameterizedTest
  @MethodSource("encoders")
  void encodersAgreeWithAutograd(Encoder spec) {
    Encoder.Layer own = spec.layer(torch, SIZE);
    SharpParameters.sharpen(torch, own.parameters());
    Encoder.Layer twin =
        spec instanceof BiGru biGru
            ? AutogradTwins.biGru(torch, biGru, own)
            : AutogradTwins.convolution(torch, (Convolution) spec, own);
    Tensor vectors = torch.normal(1, batch.rowCount(), SIZE);
    EncodedBatch shape = own.forward(batch, vectors);
    float[] costs = Torch.toArray(torch.normal(1, shape.states().size(0), own.outputSize()));
    float[] real = new float[costs.length];
    for (int act = 0; act < batch.size(); act++) {
      // padding has no cost
      int from = act * shape.tokens() * own.outputSize();
      int to = from + shape.lengths()[act] * own.outputSize();
      Arrays.fill(real, from, to, 1);
    }
    for (int i = 0; i < costs.length; i++) {
      costs[i] *= real[i];
    }
    Tensor cost = torch.of(costs, shape.states().size(0), own.outputSize());
    float[][] expected = results(own, vectors, cost, real);
    float[][] found = results(twin, vectors, cost, real);
    assertSame(expected, found);
  }

  /** States (without padding), gradient of the input, gradients of the parameters. */
  private float[][] results(Encoder.Layer layer, Tensor vectors, Tensor cost, float[] real) {
    float[] states = Torch.toArray(layer.forward(batch, vectors).states());
    for (int i = 0; i < states.length; i++) {
      states[i] *= real[i];
    }
    List<float[]> results = new ArrayList<>(List.of(states));
    results.add(Torch.toArray(layer.backward(cost.clone())));
    takeGradients(layer.parameters(), results);
    return results.toArray(float[][]::new);
  }

  @ParameterizedTest
  @ValueSource(strings = {"attention", "label-wise", "low-rank"})
  void headsAgreeWithAutograd(String name) {
    Head spec =
        switch (name) {
          case "attention" -> new AttentionHead();
          case "label-wise" -> new LabelWiseHead(0);
          default -> new LabelWiseHead(4);
        };
    Head.Layer own = spec.layer(NeutralLabels.context(torch, LABELS), SIZE);
    SharpParameters.sharpen(torch, own.parameters());
    Head.Layer twin =
        spec instanceof AttentionHead
            ? AutogradTwins.attention(torch, own)
            : AutogradTwins.labelWise(torch, own);
    EncodedBatch encoded =
        new EncodedBatch(torch.normal(1, 4 * 6, SIZE), 6, new int[] {6, 1, 4, 5});
    for (RowSelection labels :
        List.of(RowSelection.all(LABELS), RowSelection.of(new long[] {1, 4, 8}, torch))) {
      Tensor cost = torch.normal(1, labels.size(), 4);
      assertSame(results(own, encoded, labels, cost), results(twin, encoded, labels, cost));
    }
  }

  private float[][] results(
      Head.Layer layer, EncodedBatch encoded, RowSelection labels, Tensor cost) {
    List<float[]> results = new ArrayList<>();
    results.add(Torch.toArray(layer.forward(encoded, labels)));
    results.add(Torch.toArray(layer.backward(cost.clone())));
    takeGradients(layer.parameters(), results);
    return results.toArray(float[][]::new);
  }

  private void takeGradients(List<Parameter> parameters, List<float[]> results) {
    for (Parameter parameter : parameters) {
      results.add(Torch.toArray(parameter.gradient()));
      parameter.clear(RowSelection.all(parameter.rows()));
    }
  }

  private static void assertSame(float[][] expected, float[][] found) {
    for (int i = 0; i < expected.length; i++) {
      assertArrayEquals(expected[i], found[i], TOLERANCE, "result " + i);
    }
  }
}

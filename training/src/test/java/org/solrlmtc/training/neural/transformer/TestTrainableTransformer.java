package org.solrlmtc.training.neural.transformer;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.bytedeco.pytorch.Tensor;
import org.junit.jupiter.api.Test;
import org.solrlmtc.core.settings.Settings;
import org.solrlmtc.training.neural.layer.EncodedBatch;
import org.solrlmtc.training.neural.layer.Encoder;
import org.solrlmtc.training.neural.layer.SharpParameters;
import org.solrlmtc.training.neural.tensor.Parameter;
import org.solrlmtc.training.neural.tensor.Torch;
import org.solrlmtc.training.neural.text.Batch;
import org.solrlmtc.training.neural.text.TokenizedActs;

class TestTrainableTransformer {
  private static final int SIZE = 12;
  private static final int WORDS = 30;

  private final Map<String, Object> settings =
      new HashMap<>(Map.of("layers", 3, "heads", 3, "feedForwardSize", 20, "dropout", 0.0));
  private final Batch batch = batch(7, 1, 40, 12, 3);

  private static Batch batch(int... lengths) {
    TokenizedActs acts = new TokenizedActs(WORDS, 1, 1);
    for (int length : lengths) {
      acts.add(new Random(length).ints(length, 1, WORDS).toArray(), new int[0], 1);
    }
    return Batch.of(acts, IntStream.range(0, acts.size()).toArray());
  }

  private static Torch torch(int threads) {
    return new Torch(Torch.DeviceChoice.CPU, threads, note -> {});
  }

  private Encoder.Layer encoder(Torch torch) {
    Torch.seed(5);
    Encoder.Layer encoder = Transformer.read(new Settings("test", settings)).layer(torch, SIZE);
    SharpParameters.sharpen(torch, encoder.parameters());
    return encoder;
  }

  private Tensor vectors(Torch torch) {
    Torch.seed(6);
    return torch.normal(1, batch.rowCount(), SIZE);
  }

  @Test
  void statesAgreeWithTheReferenceWhateverTheNumberOfThreads() {
    for (int threads : new int[] {1, 2, 3}) {
      Torch torch = torch(threads);
      Encoder.Layer encoder = encoder(torch);
      Tensor vectors = vectors(torch);
      float[] read = Torch.toArray(vectors);
      EncodedBatch encoded = encoder.forward(batch, vectors);
      float[] found = Torch.toArray(encoded.states());
      for (int act = 0; act < batch.size(); act++) {
        int length = batch.lengths()[act];
        double[][] tokens = new double[length][SIZE];
        for (int token = 0; token < length; token++) {
          int row = batch.rows()[act * batch.tokens() + token];
          Arrays.setAll(tokens[token], i -> read[row * SIZE + i]);
        }
        double[][] expected = encoder.weights().reference(tokens, new int[] {length});
        for (int token = 0; token < length; token++) {
          int start = (act * encoded.tokens() + token) * SIZE;
          assertArrayEquals(
              expected[token],
              IntStream.range(start, start + SIZE).mapToDouble(i -> found[i]).toArray(),
              1e-4,
              threads + " threads, act " + act);
        }
      }
    }
  }

  @Test
  void gradientsAreThoseOfNumericalDifferentiation() {
    Torch torch = torch(2);
    Encoder.Layer encoder = encoder(torch);
    Tensor vectors = vectors(torch);
    Tensor cost = cost(torch, encoder);
    encoder.forward(batch, vectors);
    Tensor ofVectors = encoder.backward(cost);
    check("vectors", torch, encoder, vectors, vectors, Torch.toArray(ofVectors), cost);
    for (Parameter parameter : encoder.parameters()) {
      check(
          parameter.name(),
          torch,
          encoder,
          vectors,
          parameter.value(),
          Torch.toArray(parameter.gradient()),
          cost);
    }
  }

  /** Compares the slope along a random direction: all numbers of a tensor at once. */
  private void check(
      String name,
      Torch torch,
      Encoder.Layer encoder,
      Tensor vectors,
      Tensor value,
      float[] gradient,
      Tensor cost) {
    Random random = new Random(name.hashCode());
    float[] direction = new float[gradient.length];
    double expected = 0;
    for (int i = 0; i < direction.length; i++) {
      direction[i] = (float) (random.nextGaussian() / Math.sqrt(direction.length));
      expected += direction[i] * gradient[i];
    }
    double delta = 2e-3;
    Tensor step = torch.of(direction, direction.length).view_as(value).mul(Torch.scalar(delta));
    value.add_(step);
    double above = loss(encoder, vectors, cost);
    value.sub_(step).sub_(step);
    double below = loss(encoder, vectors, cost);
    value.add_(step);
    double slope = (above - below) / (2 * delta);
    assertEquals(slope, expected, 0.05 + 0.02 * Math.abs(slope), name);
  }

  private double loss(Encoder.Layer encoder, Tensor vectors, Tensor cost) {
    return encoder.forward(batch, vectors).states().mul(cost).sum().item_float();
  }

  /** Padding costs nothing. */
  private Tensor cost(Torch torch, Encoder.Layer encoder) {
    float[] costs = Torch.toArray(torch.normal(1, (long) batch.size() * batch.tokens(), SIZE));
    for (int act = 0; act < batch.size(); act++) {
      Arrays.fill(
          costs,
          (act * batch.tokens() + batch.lengths()[act]) * SIZE,
          (act + 1) * batch.tokens() * SIZE,
          0);
    }
    return torch.of(costs, (long) batch.size() * batch.tokens(), encoder.outputSize());
  }

  @Test
  void gradientsDoNotDependOnTheNumberOfThreads() {
    float[][] one = gradients(1);
    float[][] three = gradients(3);
    for (int i = 0; i < one.length; i++) {
      assertArrayEquals(one[i], three[i], 1e-4f);
    }
  }

  private float[][] gradients(int threads) {
    Torch torch = torch(threads);
    Encoder.Layer encoder = encoder(torch);
    Tensor vectors = vectors(torch);
    Tensor cost = cost(torch, encoder);
    Torch.seed(9);
    encoder.forward(batch, vectors);
    encoder.backward(cost);
    return encoder.parameters().stream()
        .map(parameter -> Torch.toArray(parameter.gradient()))
        .toArray(float[][]::new);
  }

  @Test
  void dropoutKeepsTheMeanAndIsOffInScoring() {
    settings.put("dropout", 0.3);
    Torch torch = torch(1);
    Torch.seed(1);
    DropoutMasks masks = new DropoutMasks(torch, 0.3, 7);
    Tensor ones = torch.zeros(200, 500).add_(Torch.scalar(1));
    float[] dropped = Torch.toArray(masks.apply(ones));
    double mean =
        IntStream.range(0, dropped.length).mapToDouble(i -> dropped[i]).average().orElse(0);
    assertEquals(1, mean, 0.01);
    float[] kept = Torch.toArray(masks.drop(ones));
    double share = IntStream.range(0, kept.length).mapToDouble(i -> kept[i]).average().orElse(0);
    assertEquals(1 / masks.scale(), share, 0.01);
    Encoder.Layer encoder = encoder(torch);
    Tensor vectors = vectors(torch);
    float[] scored = Torch.toArray(encoder.score(batch, vectors).states());
    assertArrayEquals(scored, Torch.toArray(encoder.score(batch, vectors).states()));
    float[] trained = Torch.toArray(encoder.forward(batch, vectors).states());
    assertTrue(IntStream.range(0, SIZE).anyMatch(i -> Math.abs(scored[i] - trained[i]) > 1e-3));
  }

  @Test
  void layersStartFromTheTop() {
    settings.put("unfreezeEpochs", 0.5);
    settings.put("learningRateFactor", 0.1);
    settings.put("layerDecay", 0.5);
    Torch torch = torch(2);
    Encoder.Layer encoder = encoder(torch);
    assertEquals(List.of(), touched(encoder, torch, 0));
    assertEquals(List.of(2), touched(encoder, torch, 0.5));
    assertEquals(List.of(1, 2), touched(encoder, torch, 1.2));
    assertEquals(List.of(0, 1, 2), touched(encoder, torch, 1.5));
    double[] factors =
        encoder.parameters().stream()
            .filter(parameter -> parameter.name().endsWith(".norm"))
            .mapToDouble(parameter -> parameter.group().rateFactor())
            .toArray();
    assertArrayEquals(new double[] {0.025, 0.025, 0.05, 0.1}, factors, 1e-9);
  }

  /** The layers that get a gradient. */
  private List<Integer> touched(Encoder.Layer encoder, Torch torch, double epoch) {
    encoder.parameters().forEach(parameter -> parameter.clear(parameter.touched(torch)));
    encoder.startStep(epoch);
    encoder.forward(batch, vectors(torch));
    encoder.backward(cost(torch, encoder));
    return IntStream.range(0, 3)
        .filter(
            layer ->
                encoder.parameters().stream()
                    .filter(parameter -> parameter.name().startsWith("encoder.layer" + layer))
                    .anyMatch(parameter -> parameter.touched(torch).size() > 0))
        .boxed()
        .toList();
  }

  @Test
  void frozenLayersHaveNoGradient() {
    settings.put("frozenLayers", 2);
    settings.put("cacheStates", false);
    Torch torch = torch(2);
    Encoder.Layer encoder = encoder(torch);
    assertTrue(encoder.parameters().stream().allMatch(p -> p.name().startsWith("encoder.layer2.")));
    assertEquals(List.of(2), touched(encoder, torch, 0));
  }
}

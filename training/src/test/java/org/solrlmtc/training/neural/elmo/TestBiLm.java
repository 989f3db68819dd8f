package org.solrlmtc.training.neural.elmo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.bytedeco.pytorch.BoolOptional;
import org.bytedeco.pytorch.ScalarOptional;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorArrayRefOptional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.solrlmtc.core.text.CharacterIds;
import org.solrlmtc.training.neural.tensor.Torch;
import org.solrlmtc.training.neural.text.Batch;
import org.solrlmtc.training.neural.text.TokenizedActs;

/** The fast computation of a biLM agrees with the plain one, and its gradients with autograd. */
class TestBiLm {
  private static final Torch TORCH = new Torch(Torch.DeviceChoice.CPU, 2, note -> {});
  private static final List<String> WORDS =
      List.of("a", "fishing", "2015/123", "Überfischung", "\u0007", "🐟🐟", "x".repeat(10_000), "");

  private static ElmoOptions options(String kind) {
    return kind.equals("plain") ? RandomBiLm.plainOptions() : RandomBiLm.options();
  }

  @ParameterizedTest
  @ValueSource(strings = {"plain", "full"})
  void aBatchOfAnyLengthsHasTheStatesOfThePlainComputation(String kind) {
    ElmoOptions options = options(kind);
    ElmoWeights weights = RandomBiLm.weights(options, 5);
    int[][] texts = {{0, 1, 2, 3, 4, 5, 6, 7, 0}, {6}, {1, 1, 3}};
    assertTrue(largestDifference(weights, weights, texts) < 2e-6);
    double other = largestDifference(weights, RandomBiLm.weights(options, 6), texts);
    assertTrue(other > 0.1, "another model differs by no more than " + other);
  }

  private static double largestDifference(ElmoWeights fast, ElmoWeights plain, int[][] texts) {
    ElmoOptions options = fast.options();
    TokenizedActs acts = new TokenizedActs(WORDS.size(), 1, 0);
    Arrays.stream(texts).forEach(text -> acts.add(text, new int[0], 0));
    Batch batch = Batch.of(acts, IntStream.range(0, texts.length).toArray());
    List<int[]> rows = new ArrayList<>();
    for (long id : batch.ids()) {
      rows.add(CharacterIds.ofWord(WORDS.get((int) id), options.charactersPerWord()));
    }
    float[] found = Torch.toArray(new BiLm(TORCH, fast).states(batch, rows));
    ElmoReference reference = new ElmoReference(plain);
    int width = BiLm.width(options);
    double largest = 0;
    for (int text = 0; text < texts.length; text++) {
      double[][][] expected =
          reference.states(
              IntStream.of(texts[text])
                  .mapToObj(id -> CharacterIds.ofWord(WORDS.get(id), options.charactersPerWord()))
                  .toList());
      for (int word = 0; word < texts[text].length; word++) {
        int at = (text * batch.tokens() + word) * width;
        for (int i = 0; i < width; i++) {
          double right =
              i < options.size()
                  ? expected[0][word][i]
                  : expected[1 + (i - options.size()) / options.stateSize()][word][
                      (i - options.size()) % options.stateSize()];
          largest = Math.max(largest, Math.abs(right - found[at + i]));
        }
      }
    }
    return largest;
  }

  @Test
  void aTextHasTheSameStatesAloneAndInABatch() {
    ElmoWeights weights = RandomBiLm.weights(RandomBiLm.options(), 5);
    assertTrue(largestDifference(weights, weights, new int[][] {{3, 2, 1}}) < 2e-6);
  }

  @ParameterizedTest
  @ValueSource(strings = {"plain", "full"})
  void gradientsByHandAreThoseOfAutograd(String kind) {
    ElmoOptions options = options(kind);
    int steps = 4;
    int texts = 3;
    Torch.seed(2);
    List<LstmLayer.Weights> weights =
        RandomBiLm.weights(options, 9).forward().stream()
            .map(cell -> LstmLayer.Weights.of(TORCH, cell))
            .toList();
    Tensor inputs = TORCH.normal(1, steps, texts, options.size());
    Tensor gradient = TORCH.normal(1, steps, texts, options.size());
    LstmStack stack = new LstmStack(TORCH, options, weights);
    stack.prepare(inputs);
    stack.read();
    stack.prepareGradients();
    stack.readBack(gradient);

    Tensor leafInput = inputs.detach().clone().requires_grad_(true);
    List<LstmLayer.Weights> leaves =
        weights.stream()
            .map(
                layer ->
                    new LstmLayer.Weights(
                        leaf(layer.input()),
                        leaf(layer.recurrent()),
                        leaf(layer.bias()),
                        layer.projection().map(TestBiLm::leaf)))
            .toList();
    Tensor total = plain(options, leaves, leafInput, gradient);
    total.backward(
        TORCH.of(new float[] {1}).sum(),
        new BoolOptional(false),
        false,
        new TensorArrayRefOptional());
    assertClose(leafInput.grad(), stack.inputGradient());
    for (int layer = 0; layer < leaves.size(); layer++) {
      LstmLayer.Weights own = stack.weightGradients().get(layer);
      assertClose(leaves.get(layer).input().grad(), own.input());
      assertClose(leaves.get(layer).recurrent().grad(), own.recurrent());
      assertClose(leaves.get(layer).bias().grad(), own.bias());
      Optional<Tensor> projection = own.projection();
      assertEquals(leaves.get(layer).projection().isPresent(), projection.isPresent());
      if (projection.isPresent()) {
        assertClose(leaves.get(layer).projection().get().grad(), projection.get());
      }
    }
  }

  private static Tensor leaf(Tensor value) {
    return value.detach().clone().requires_grad_(true);
  }

  /** The sum of the outputs, weighted by the gradient. */
  private static Tensor plain(
      ElmoOptions options, List<LstmLayer.Weights> layers, Tensor inputs, Tensor gradient) {
    int size = options.cellSize();
    List<Tensor> values = new ArrayList<>();
    for (int step = 0; step < inputs.size(0); step++) {
      values.add(inputs.select(0, step));
    }
    for (int layer = 0; layer < layers.size(); layer++) {
      LstmLayer.Weights weights = layers.get(layer);
      Tensor state = TORCH.zeros(inputs.size(1), options.size());
      Tensor memory = TORCH.zeros(inputs.size(1), size);
      for (int step = 0; step < values.size(); step++) {
        Tensor gates =
            weights
                .bias()
                .add(values.get(step).mm(weights.input()))
                .add(state.mm(weights.recurrent()));
        Tensor in = gates.narrow(1, 0, size).sigmoid();
        Tensor candidate = gates.narrow(1, size, size).tanh();
        Tensor forget = gates.narrow(1, 2L * size, size).sigmoid();
        Tensor out = gates.narrow(1, 3L * size, size).sigmoid();
        memory = clip(in.mul(candidate).add(forget.mul(memory)), options.cellClip());
        state = out.mul(memory.tanh());
        if (weights.projection().isPresent()) {
          state = clip(state.mm(weights.projection().get()), options.projectionClip());
        }
        values.set(
            step, options.skipConnections() && layer > 0 ? state.add(values.get(step)) : state);
      }
    }
    Tensor total = TORCH.zeros();
    for (int step = 0; step < values.size(); step++) {
      total = total.add(values.get(step).mul(gradient.select(0, step)).sum());
    }
    return total;
  }

  private static Tensor clip(Tensor value, double bound) {
    return Double.isFinite(bound)
        ? value.clamp(
            new ScalarOptional(Torch.scalar(-bound)), new ScalarOptional(Torch.scalar(bound)))
        : value;
  }

  private static void assertClose(Tensor expected, Tensor found) {
    float[] right = Torch.toArray(expected);
    float[] own = Torch.toArray(found);
    assertEquals(right.length, own.length);
    double largest = 0;
    double scale = 0;
    for (int i = 0; i < right.length; i++) {
      largest = Math.max(largest, Math.abs(right[i] - own[i]));
      scale = Math.max(scale, Math.abs(right[i]));
    }
    assertTrue(scale > 0.01, "there is no gradient");
    assertTrue(largest < 1e-4 * Math.max(1, scale), "differs by " + largest + " of " + scale);
  }
}

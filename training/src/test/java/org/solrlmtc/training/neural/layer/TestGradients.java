package org.solrlmtc.training.neural.layer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import org.bytedeco.pytorch.Tensor;
import org.junit.jupiter.api.Test;
import org.solrlmtc.training.neural.tensor.Parameter;
import org.solrlmtc.training.neural.tensor.RowSelection;
import org.solrlmtc.training.neural.tensor.Torch;
import org.solrlmtc.training.neural.text.Batch;
import org.solrlmtc.training.neural.text.TokenizedActs;

/** Compares hand-written gradients with numerical differentiation. */
class TestGradients {
  private static final int SIZE = 5;
  private static final int LABELS = 7;
  private static final double DELTA = 1e-2;
  private static final double TOLERANCE = 0.02;

  private final Torch torch = new Torch(Torch.DeviceChoice.CPU, 1, note -> {});
  private final TokenizedActs acts = acts();
  private final Batch batch = Batch.of(acts, new int[] {0, 1, 2});

  TestGradients() {
    Torch.seed(7);
  }

  /** Acts of different length with repeated words. */
  private static TokenizedActs acts() {
    TokenizedActs acts = new TokenizedActs(12, 1, 1);
    Random random = new Random(5);
    for (int length : new int[] {7, 1, 4}) {
      acts.add(
          random.ints(length, 2, 12).toArray(),
          new int[] {length % LABELS},
          1,
          new int[] {Math.min(4, length), length - Math.min(4, length)});
    }
    return acts;
  }

  @Test
  void theGradientsOfAConvolutionAreRight() {
    checkEncoder(new Convolution(3, 6, 1).layer(torch, SIZE));
  }

  @Test
  void theGradientsOfAConvolutionWithPoolingAreRight() {
    checkEncoder(new Convolution(5, 6, 3).layer(torch, SIZE));
  }

  @Test
  void theGradientsOfABiGruAreRight() {
    checkEncoder(new BiGru(4, 1).layer(torch, SIZE));
  }

  @Test
  void theGradientsOfABiGruWithPoolingAreRight() {
    checkEncoder(new BiGru(4, 3).layer(torch, SIZE));
  }

  @Test
  void theGradientsOfAHierarchyAreRight() {
    checkEncoder(new Hierarchical(4, 3, 5, 100).layer(torch, SIZE));
  }

  @Test
  void theGradientsOfAHierarchyOfDividedSectionsAreRight() {
    checkEncoder(new Hierarchical(3, 4, 5, 2).layer(torch, SIZE));
  }

  @Test
  void theGradientsOfAttentionWithAContextVectorAreRight() {
    checkHead(new AttentionHead(4).layer(labels(), SIZE), someLabels());
  }

  @Test
  void theGradientsOfAttentionOverAllLabelsAreRight() {
    checkHead(new AttentionHead().layer(labels(), SIZE), RowSelection.all(LABELS));
  }

  @Test
  void theGradientsOfAttentionOverSomeLabelsAreRight() {
    checkHead(new AttentionHead().layer(labels(), SIZE), someLabels());
  }

  @Test
  void theGradientsOfLabelWiseAttentionOverAllLabelsAreRight() {
    checkHead(new LabelWiseHead(0).layer(labels(), SIZE), RowSelection.all(LABELS));
  }

  @Test
  void theGradientsOfLabelWiseAttentionOverSomeLabelsAreRight() {
    checkHead(new LabelWiseHead(0).layer(labels(), SIZE), someLabels());
  }

  @Test
  void theGradientsOfLabelWiseAttentionWithKeysAreRight() {
    checkHead(new LabelWiseHead(3).layer(labels(), SIZE), someLabels());
  }

  @Test
  void theGradientsOfZeroShotAttentionAreRight() {
    checkHead(new ZeroShotHead().layer(labels(), SIZE), RowSelection.all(LABELS));
    checkHead(new ZeroShotHead().layer(labels(), SIZE), someLabels());
  }

  private HeadContext labels() {
    return NeutralLabels.context(torch, LABELS);
  }

  private RowSelection someLabels() {
    return RowSelection.of(new long[] {1, 4, 6}, torch);
  }

  private void checkEncoder(Encoder.Layer encoder) {
    sharpen(encoder.parameters());
    Tensor vectors = torch.normal(1, batch.rowCount(), SIZE);
    EncodedBatch shape = encoder.forward(batch, vectors);
    float[] costs = Torch.toArray(torch.normal(1, shape.states().size(0), encoder.outputSize()));
    for (int act = 0; act < batch.size(); act++) {
      // padding is not compared
      for (int token = shape.lengths()[act]; token < shape.tokens(); token++) {
        int row = act * shape.tokens() + token;
        Arrays.fill(costs, row * encoder.outputSize(), (row + 1) * encoder.outputSize(), 0);
      }
    }
    Tensor cost = torch.of(costs, shape.states().size(0), encoder.outputSize());
    Supplier<Double> loss =
        () -> (double) encoder.forward(batch, vectors).states().mul(cost).sum().item_float();
    assertTrue(Double.isFinite(loss.get()));
    check("vectors", vectors, encoder.backward(cost.clone()), loss);
    encoder.parameters().forEach(parameter -> check(parameter, loss));
  }

  private void checkHead(Head.Layer head, RowSelection labels) {
    sharpen(head.parameters());
    Tensor states = torch.normal(1, 3 * 6, SIZE);
    EncodedBatch encoded = new EncodedBatch(states, 6, new int[] {6, 1, 4});
    Tensor cost = torch.normal(1, labels.size(), 3);
    Supplier<Double> loss =
        () -> (double) head.forward(encoded, labels).mul(cost).sum().item_float();
    assertTrue(Double.isFinite(loss.get()));
    check("states", states, head.backward(cost.clone()), loss);
    head.parameters().forEach(parameter -> check(parameter, loss));
  }

  /** Flat attention would hide errors. */
  private void sharpen(List<Parameter> parameters) {
    SharpParameters.sharpen(torch, parameters);
  }

  private static void check(Parameter parameter, Supplier<Double> loss) {
    check(parameter.name(), parameter.value(), parameter.gradient().clone(), loss);
  }

  private static void check(String name, Tensor value, Tensor gradient, Supplier<Double> loss) {
    float[] expected = Torch.toArray(gradient);
    Tensor flat = value.view(-1);
    for (int i = 0; i < expected.length; i++) {
      Tensor number = flat.select(0, i);
      double slope = slope(number, DELTA, loss);
      if (Math.abs(slope - expected[i]) > TOLERANCE) {
        // the step may change the maximum of a pool: a smaller one does not
        slope = slope(number, DELTA / 8, loss);
      }
      assertEquals(slope, expected[i], TOLERANCE, "number " + i + " of " + name);
    }
  }

  private static double slope(Tensor number, double delta, Supplier<Double> loss) {
    float before = number.item_float();
    number.fill_(Torch.scalar(before + delta));
    double above = loss.get();
    number.fill_(Torch.scalar(before - delta));
    double below = loss.get();
    number.fill_(Torch.scalar(before));
    return (above - below) / (2 * delta);
  }
}

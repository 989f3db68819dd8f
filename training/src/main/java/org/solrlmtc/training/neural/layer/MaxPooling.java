package org.solrlmtc.training.neural.layer;

import java.util.Arrays;
import java.util.List;
import org.bytedeco.pytorch.Tensor;
import org.solrlmtc.training.neural.graph.GraphBuilder;
import org.solrlmtc.training.neural.graph.GraphValues.EncodedStates;
import org.solrlmtc.training.neural.graph.GraphValues.TokenVectors;
import org.solrlmtc.training.neural.tensor.Torch;

/** Max pooling over neighbouring tokens: in training, in a graph and as a reference. */
final class MaxPooling {
  private final Torch device;
  private final int poolSize;
  private final float below;

  private Tensor tokens;
  private Tensor largest;

  /**
   * @param poolSize number of neighbouring tokens per state
   * @param below smaller than every value of a token; added to padding, so that it is never the
   *     maximum
   */
  MaxPooling(Torch device, int poolSize, float below) {
    this.device = device;
    this.poolSize = poolSize;
    this.below = below;
  }

  int poolSize() {
    return poolSize;
  }

  /** The number of states that a number of tokens becomes. */
  int pooled(int count) {
    return (count + poolSize - 1) / poolSize;
  }

  /**
   * Pools.
   *
   * @param grouped {@code [acts, pooled tokens, poolSize, size]}; changed
   * @param lengths number of tokens per act
   * @return one row per state
   */
  Tensor forward(Tensor grouped, int[] lengths) {
    long size = grouped.size(3);
    if (poolSize == 1) {
      return grouped.view(-1, size);
    }
    tokens = grouped;
    maskPadding(lengths);
    largest = tokens.amax(new long[] {2}, false).view(-1, size);
    return largest;
  }

  private void maskPadding(int[] lengths) {
    int count = Math.toIntExact(tokens.size(1)) * poolSize;
    float[] padding = new float[lengths.length * count];
    boolean any = false;
    for (int act = 0; act < lengths.length; act++) {
      any |= lengths[act] < count;
      Arrays.fill(padding, act * count + lengths[act], (act + 1) * count, below);
    }
    if (any) {
      tokens.add_(device.of(padding, lengths.length, tokens.size(1), poolSize, 1));
    }
  }

  /** From the gradient of the output of {@link #forward} to that of its input, in rows. */
  Tensor backward(Tensor gradient) {
    if (poolSize == 1) {
      return gradient;
    }
    long size = tokens.size(3);
    long[] shape = {tokens.size(0), tokens.size(1), 1, size};
    return tokens.eq(largest.view(shape)).mul(gradient.view(shape)).view(-1, size);
  }

  /**
   * Adds pooling to a graph.
   *
   * @param states one per token, {@code [batch, tokens, size]}
   * @param below smaller than or equal to every value; replaces padding
   */
  static EncodedStates export(
      GraphBuilder graph, int poolSize, int size, String states, float below, TokenVectors tokens) {
    if (poolSize == 1) {
      return new EncodedStates(states, tokens.lengths());
    }
    String masked = graph.node("Where", tokens.isToken(), states, graph.scalar(below));
    String groups = graph.node("Reshape", masked, graph.longs(0, -1, poolSize, size));
    String largest =
        graph.node(
            "ReduceMax",
            List.of(
                GraphBuilder.attribute("axes", new long[] {2}),
                GraphBuilder.attribute("keepdims", 0)),
            groups);
    String roundedUp = graph.node("Add", tokens.lengths(), graph.whole(poolSize - 1));
    return new EncodedStates(largest, graph.node("Div", roundedUp, graph.whole(poolSize)));
  }

  /** The same for one text; the last group may be smaller. */
  static double[][] reference(double[][] tokens, int poolSize) {
    double[][] pooled = new double[(tokens.length + poolSize - 1) / poolSize][];
    for (int token = 0; token < tokens.length; token++) {
      double[] group = pooled[token / poolSize];
      if (group == null) {
        pooled[token / poolSize] = tokens[token].clone();
        continue;
      }
      for (int i = 0; i < group.length; i++) {
        group[i] = Math.max(group[i], tokens[token][i]);
      }
    }
    return pooled;
  }
}

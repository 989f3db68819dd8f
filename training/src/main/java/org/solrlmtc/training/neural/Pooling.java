package org.solrlmtc.training.neural;

import java.util.Arrays;
import org.bytedeco.pytorch.Tensor;

/** Makes one token of every few neighbours: the largest of each of their numbers. */
final class Pooling {
  private final Torch device;
  private final int pool;
  private final float below;

  private Tensor tokens;
  private Tensor largest;

  /**
   * @param pool how many tokens become one
   * @param below no number of a token is smaller; added to padding, so that it never wins
   */
  Pooling(Torch device, int pool, float below) {
    this.device = device;
    this.pool = pool;
    this.below = below;
  }

  int pool() {
    return pool;
  }

  /** How many tokens so many become. */
  int pooled(int count) {
    return (count + pool - 1) / pool;
  }

  /**
   * Pools.
   *
   * @param grouped {@code [acts, pooled tokens, pool, size]}; changed
   * @param lengths how many tokens of each act are real
   * @return a row for every pooled token
   */
  Tensor forward(Tensor grouped, int[] lengths) {
    long size = grouped.size(3);
    if (pool == 1) {
      return grouped.view(-1, size);
    }
    tokens = grouped;
    maskPadding(lengths);
    largest = tokens.amax(new long[] {2}, false).view(-1, size);
    return largest;
  }

  private void maskPadding(int[] lengths) {
    int count = Math.toIntExact(tokens.size(1)) * pool;
    float[] padding = new float[lengths.length * count];
    boolean any = false;
    for (int act = 0; act < lengths.length; act++) {
      any |= lengths[act] < count;
      Arrays.fill(padding, act * count + lengths[act], (act + 1) * count, below);
    }
    if (any) {
      tokens.add_(device.of(padding, lengths.length, tokens.size(1), pool, 1));
    }
  }

  /** From the gradient of what {@link #forward} gave to that of what it got, in rows. */
  Tensor backward(Tensor gradient) {
    if (pool == 1) {
      return gradient;
    }
    long size = tokens.size(3);
    long[] shape = {tokens.size(0), tokens.size(1), 1, size};
    return tokens.eq(largest.view(shape)).mul(gradient.view(shape)).view(-1, size);
  }
}

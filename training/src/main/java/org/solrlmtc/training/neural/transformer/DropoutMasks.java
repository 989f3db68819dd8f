package org.solrlmtc.training.neural.transformer;

import java.util.SplittableRandom;
import org.bytedeco.pytorch.Tensor;
import org.solrlmtc.training.neural.tensor.Torch;

/**
 * Dropout of single values. Random bytes decide: a value costs an eighth of a random number. So the
 * rate is rounded to a multiple of 1/256. Each part of a computation has masks of its own seed, so
 * that the result does not depend on the order in which threads come.
 */
final class DropoutMasks {
  private static final int BYTE_VALUES = 256;

  private final Torch device;
  private final int dropped;
  private final SplittableRandom random;

  DropoutMasks(Torch device, double rate, long seed) {
    this.device = device;
    this.dropped = (int) Math.round(rate * BYTE_VALUES);
    this.random = new SplittableRandom(seed);
  }

  /** No dropout. */
  static DropoutMasks none(Torch device) {
    return new DropoutMasks(device, 0, 0);
  }

  /** The factor of values that are kept. */
  double scale() {
    return (double) BYTE_VALUES / (BYTE_VALUES - dropped);
  }

  /** Drops values and scales the others. */
  Tensor apply(Tensor values) {
    if (dropped == 0) {
      return values;
    }
    float[] factors = new float[Math.toIntExact(values.numel())];
    float kept = (float) scale();
    byte[] bytes = bytes(factors.length);
    for (int i = 0; i < factors.length; i++) {
      factors[i] = (bytes[i] & 0xFF) < dropped ? 0 : kept;
    }
    return values.mul(device.of(factors, factors.length).view_as(values));
  }

  /** Drops values without scaling the others: that is cheaper to do after the next product. */
  Tensor drop(Tensor values) {
    if (dropped == 0) {
      return values;
    }
    byte[] bytes = bytes(Math.toIntExact(values.numel()));
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) ((bytes[i] & 0xFF) < dropped ? 1 : 0);
    }
    Tensor mask = device.ofTruths(bytes, bytes.length).view_as(values);
    return values.masked_fill(mask, Torch.scalar(0));
  }

  private byte[] bytes(int count) {
    byte[] bytes = new byte[count];
    random.nextBytes(bytes);
    return bytes;
  }
}

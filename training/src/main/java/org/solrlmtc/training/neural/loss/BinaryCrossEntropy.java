package org.solrlmtc.training.neural.loss;

import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/**
 * Every label is a binary decision: {@code -log p} of gold labels, {@code -log(1 - p)} of others.
 */
record BinaryCrossEntropy() implements Loss {
  static final String TYPE = "binary-cross-entropy";

  @Override
  public Computed compute(Tensor logits, Tensor gold, Tensor weights) {
    double value = torch.softplus(logits).sub_(logits.mul(gold)).mul_(weights).sum().item_float();
    return new Computed(value, logits.sigmoid().sub_(gold).mul_(weights));
  }
}

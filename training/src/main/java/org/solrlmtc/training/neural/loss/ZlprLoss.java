package org.solrlmtc.training.neural.loss;

import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;
import org.solrlmtc.training.neural.tensor.Torch;

/**
 * ZLPR (Su et al., 2022): every gold label of an act shall have a logit above 0, and every other
 * one below 0: {@code log(1 + sum exp(-s_gold)) + log(1 + sum exp(s_other))}. A sampled label
 * stands for as many others as its weight says, within the sum.
 */
record ZlprLoss() implements Loss {
  static final String TYPE = "zlpr";

  /** Far below every logit, but finite. */
  private static final float ABSENT = -1e9f;

  @Override
  public Computed compute(Tensor logits, Tensor gold, Tensor weights) {
    Tensor other = gold.neg().add_(Torch.scalar(1));
    Tensor logWeights = weights.log();
    Tensor ofGold = logits.neg().add_(logWeights).add_(other.mul(Torch.scalar(ABSENT)));
    Tensor ofOthers = logits.add(logWeights).add_(gold.mul(Torch.scalar(ABSENT)));
    Tensor goldSum = logOnePlusSum(ofGold);
    Tensor otherSum = logOnePlusSum(ofOthers);
    double value = goldSum.add(otherSum).sum().item_float();
    Tensor gradient = ofOthers.sub_(otherSum).exp_().sub_(ofGold.sub_(goldSum).exp_());
    return new Computed(value, gradient);
  }

  /** {@code log(1 + sum exp)} of each column. */
  private static Tensor logOnePlusSum(Tensor exponents) {
    Tensor zeros = torch.zeros_like(exponents.narrow(0, 0, 1));
    return torch.cat(new TensorVector(exponents, zeros), 0).logsumexp(new long[] {0}, true);
  }
}

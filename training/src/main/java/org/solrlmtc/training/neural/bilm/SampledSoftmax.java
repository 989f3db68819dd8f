package org.solrlmtc.training.neural.bilm;

import java.util.BitSet;
import java.util.SplittableRandom;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;
import org.solrlmtc.training.neural.tensor.Parameter;
import org.solrlmtc.training.neural.tensor.RowSelection;
import org.solrlmtc.training.neural.tensor.Torch;

/**
 * The loss of predicted words: in training the word among sampled other words, frequent ones more
 * often, with logits corrected by the expected number of samples; in measuring among all words.
 */
final class SampledSoftmax {
  private static final float IMPOSSIBLE = -1e9f;

  private final Torch device;
  private final Parameter vectors;
  private final Parameter biases;
  private final int words;

  SampledSoftmax(Torch device, Parameter vectors, Parameter biases) {
    this.device = device;
    this.vectors = vectors;
    this.biases = biases;
    this.words = vectors.rows();
  }

  /**
   * Sampled words.
   *
   * @param words different ones
   * @param tries how many draws it took
   */
  record Sample(long[] words, int tries) {}

  /** Draws different words; the probability of a word falls with its rank. */
  Sample sample(int count, SplittableRandom random) {
    BitSet drawn = new BitSet(words);
    int wanted = Math.min(count, words / 2);
    int tries = 0;
    double range = Math.log(words + 1.0);
    while (drawn.cardinality() < wanted) {
      // a log-uniform distribution over ranks, which is about that of words
      drawn.set(Math.min(words - 1, (int) (Math.exp(random.nextDouble() * range) - 1)));
      tries++;
    }
    return new Sample(drawn.stream().asLongStream().toArray(), tries);
  }

  private float[] logExpected(long[] ids, int tries) {
    float[] logs = new float[ids.length];
    double range = Math.log(words + 1.0);
    for (int i = 0; i < ids.length; i++) {
      double probability = Math.log((ids[i] + 2.0) / (ids[i] + 1.0)) / range;
      logs[i] = (float) Math.log(-Math.expm1(tries * Math.log1p(-probability)));
    }
    return logs;
  }

  /**
   * Adds to the gradients.
   *
   * @param states one row per prediction
   * @param targets the word of each row
   * @param weight factor of the loss
   * @param stateGradient receives the gradient of the states
   * @return the sum of the losses, without the factor
   */
  double addGradients(
      Tensor states, long[] targets, Sample sample, double weight, Tensor stateGradient) {
    RowSelection own = RowSelection.of(targets, device);
    RowSelection others = RowSelection.of(sample.words(), device);
    Tensor ownVectors = vectors.select(own);
    Tensor otherVectors = vectors.select(others);
    Tensor ownLogits =
        states
            .mul(ownVectors)
            .sum(1)
            .add_(biases.select(own))
            .sub_(device.of(logExpected(targets, sample.tries()), targets.length))
            .unsqueeze(1);
    Tensor otherBias =
        biases
            .select(others)
            .sub(device.of(logExpected(sample.words(), sample.tries()), sample.words().length));
    Tensor otherLogits = otherBias.addmm(states, otherVectors.t());
    // a sampled word that is the right one is no wrong one
    otherLogits.masked_fill_(
        own.tensor().unsqueeze(1).eq(others.tensor().unsqueeze(0)), Torch.scalar(IMPOSSIBLE));
    Tensor logs = torch.cat(new TensorVector(ownLogits, otherLogits), 1).log_softmax(1);
    double loss = -logs.select(1, 0).sum().item_float();
    Tensor gradient = logs.exp();
    gradient.select(1, 0).sub_(Torch.scalar(1));
    gradient.mul_(Torch.scalar(weight));
    Tensor ofOwn = gradient.narrow(1, 0, 1);
    Tensor ofOthers = gradient.narrow(1, 1, sample.words().length);
    stateGradient.copy_(ofOwn.mul(ownVectors).add_(ofOthers.mm(otherVectors)));
    vectors.add(own, ofOwn.mul(states));
    vectors.add(others, ofOthers.t().mm(states));
    biases.add(own, gradient.select(1, 0));
    biases.add(others, ofOthers.sum(0));
    return loss;
  }

  /** The sum of the losses among all words. */
  double loss(Tensor states, long[] targets) {
    Tensor logs = biases.value().addmm(states, vectors.value().t()).log_softmax(1);
    return -logs.gather(1, device.of(targets).unsqueeze(1)).sum().item_float();
  }
}

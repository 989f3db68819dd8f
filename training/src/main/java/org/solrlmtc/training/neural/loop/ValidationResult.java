package org.solrlmtc.training.neural.loop;

import java.util.SplittableRandom;
import org.bytedeco.pytorch.Tensor;
import org.solrlmtc.training.neural.layer.Network;
import org.solrlmtc.training.neural.loss.Loss;
import org.solrlmtc.training.neural.tensor.RowSelection;
import org.solrlmtc.training.neural.tensor.Torch;
import org.solrlmtc.training.neural.text.Batch;
import org.solrlmtc.training.neural.text.BatchOrder;
import org.solrlmtc.training.neural.text.TokenizedActs;

/**
 * Quality of a network on development acts, over all its labels.
 *
 * @param loss the mean over acts
 * @param rp5 RP@5
 * @param ndcg5 nDCG@5
 */
record ValidationResult(double loss, double rp5, double ndcg5) {
  private static final int DEPTH = 5;

  private static final int BATCH = 16;

  /** Maximum number of attention scores (labels x tokens) per batch, to limit memory. */
  private static final long MAX_SCORES = 1 << 26;

  static ValidationResult of(
      Network network, TokenizedActs acts, int labels, Loss loss, Torch device) {
    double[] sums = new double[4];
    long scoresOfAct = (long) acts.longest() * labels;
    int batchSize = (int) Math.max(1, Math.min(BATCH, MAX_SCORES / scoresOfAct));
    for (int[] chosen : BatchOrder.sorted(acts, batchSize)) {
      Torch.scoped(() -> add(network, acts, chosen, labels, loss, device, sums));
    }
    return new ValidationResult(sums[0] / acts.size(), sums[1] / sums[3], sums[2] / sums[3]);
  }

  private static void add(
      Network network,
      TokenizedActs acts,
      int[] chosen,
      int labels,
      Loss loss,
      Torch device,
      double[] sums) {
    Tensor logits =
        network.score(
            Batch.of(acts, chosen, 0, network.rowSharing(false), new SplittableRandom(0)),
            RowSelection.all(labels));
    float[] targets = new float[labels * chosen.length];
    for (int act = 0; act < chosen.length; act++) {
      for (int label : acts.labels(chosen[act])) {
        targets[label * chosen.length + act] = 1;
      }
    }
    Tensor gold = device.of(targets, labels, chosen.length);
    sums[0] += loss.compute(logits, gold, device.zeros(labels, 1).add_(Torch.scalar(1))).value();
    int depth = Math.min(DEPTH, labels);
    long[] best = new long[depth * chosen.length];
    logits.topk(depth, 0, true, true).get1().cpu().contiguous().data_ptr_long().get(best);
    for (int act = 0; act < chosen.length; act++) {
      int relevant = Math.min(DEPTH, acts.gold(chosen[act]));
      if (relevant == 0) {
        continue;
      }
      double hits = 0;
      double gain = 0;
      double bestGain = 0;
      for (int rank = 0; rank < depth; rank++) {
        double discount = Math.log(2) / Math.log(rank + 2);
        if (targets[(int) best[rank * chosen.length + act] * chosen.length + act] == 1) {
          hits++;
          gain += discount;
        }
        bestGain += rank < relevant ? discount : 0;
      }
      sums[1] += hits / relevant;
      sums[2] += gain / bestGain;
      sums[3]++;
    }
  }

  /** Whether this is better than another result. */
  boolean betterThan(ValidationResult other, Schedule.Criterion criterion) {
    return criterion == Schedule.Criterion.LOSS ? loss < other.loss : rp5 > other.rp5;
  }
}

package org.solrlmtc.training.ensemble;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.solrlmtc.core.ensemble.Mixture;
import org.solrlmtc.core.ensemble.Scale;

/**
 * Finds how much each member counts: the weights of a grid with the best quality, one member after
 * the other until nothing gets better. Few numbers, so that acts never seen are ranked as well as
 * those tuned on. Of equally good weights the smallest is taken: a member that does not help gets
 * none.
 *
 * <p>Quality is RP@5 + nDCG@5, summed over groups of labels so that rare labels are not given up
 * for frequent ones, and twice the micro-F1 of the best threshold, so that decisions are not given
 * up for rankings.
 */
final class MixtureTuner {
  private static final double[] GRID = {
    0, 0.01, 0.02, 0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.65, 0.8, 1, 1.25, 1.5, 2, 3, 5
  };
  private static final int ROUNDS = 6;
  private static final int K = 5;

  private final List<List<ActScores>> groups;
  private final int members;

  /**
   * @param groups all acts within each of some groups of labels, the first group that of all labels
   */
  MixtureTuner(List<List<ActScores>> groups, int members) {
    this.groups = groups;
    this.members = members;
  }

  Mixture tune() {
    Mixture best = null;
    double bestQuality = -1;
    for (Scale scale : List.of(Scale.LOG_ODDS, Scale.PROBABILITY)) {
      List<List<ActScores>> scaled =
          groups.stream()
              .map(acts -> acts.stream().map(act -> act.on(scale)).collect(Collectors.toList()))
              .collect(Collectors.toList());
      double[] weights = new double[members];
      Arrays.fill(weights, 1);
      double quality = search(scaled, weights);
      if (quality > bestQuality) {
        bestQuality = quality;
        best = withLine(scale, scaled.get(0), weights);
      }
    }
    return best;
  }

  private double search(List<List<ActScores>> scaled, double[] weights) {
    double quality = qualityOfAll(scaled, weights);
    for (int round = 0; round < ROUNDS; round++) {
      double before = quality;
      for (int member = 0; member < members; member++) {
        double bestWeight = weights[member];
        for (double weight : GRID) {
          weights[member] = weight;
          double changed = qualityOfAll(scaled, weights);
          if (changed > quality || (changed == quality && weight < bestWeight)) {
            quality = changed;
            bestWeight = weight;
          }
        }
        weights[member] = bestWeight;
      }
      if (quality == before) {
        break;
      }
    }
    return quality;
  }

  private static double qualityOfAll(List<List<ActScores>> scaled, double[] weights) {
    double rankings = scaled.stream().mapToDouble(acts -> quality(acts, weights)).sum();
    return rankings + 2 * bestF1(scaled.get(0), weights);
  }

  /** The micro-F1 of the one threshold that suits these acts best. */
  private static double bestF1(List<ActScores> acts, double[] weights) {
    long[] decisions = new long[acts.stream().mapToInt(act -> act.scores().length).sum()];
    int size = 0;
    long gold = 0;
    for (ActScores act : acts) {
      gold += act.gold();
      for (int label = 0; label < act.scores().length; label++) {
        // sums are not below 0, so their bits rise with them; the last bit is free to tell
        long bits = Double.doubleToLongBits(act.sum(label, weights));
        decisions[size++] = bits & ~1L | (act.right()[label] ? 1 : 0);
      }
    }
    Arrays.sort(decisions);
    double best = 0;
    long right = 0;
    for (int assigned = 1; assigned <= size; assigned++) {
      right += decisions[size - assigned] & 1;
      best = Math.max(best, 2.0 * right / (assigned + gold));
    }
    return best;
  }

  /** RP@5 + nDCG@5, the mean over acts that have gold labels. */
  private static double quality(List<ActScores> scaled, double[] weights) {
    double sum = 0;
    int counted = 0;
    for (ActScores act : scaled) {
      if (act.gold() > 0) {
        counted++;
        sum += quality(act, weights);
      }
    }
    return counted == 0 ? 0 : sum / counted;
  }

  private static double quality(ActScores act, double[] weights) {
    double[] best = new double[K];
    boolean[] right = new boolean[K];
    for (int label = 0; label < act.scores().length; label++) {
      double sum = act.sum(label, weights);
      int rank = K;
      // what comes later in label order stays behind its equals
      while (rank > 0 && sum > best[rank - 1]) {
        rank--;
      }
      if (rank < K) {
        System.arraycopy(best, rank, best, rank + 1, K - 1 - rank);
        System.arraycopy(right, rank, right, rank + 1, K - 1 - rank);
        best[rank] = sum;
        right[rank] = act.right()[label];
      }
    }
    double hits = 0;
    double gain = 0;
    double ideal = 0;
    int reachable = Math.min(K, act.gold());
    for (int rank = 0; rank < K; rank++) {
      double discount = 1 / StrictMath.log(rank + 2);
      hits += right[rank] ? 1 : 0;
      gain += right[rank] ? discount : 0;
      ideal += rank < reachable ? discount : 0;
    }
    return hits / reachable + gain / ideal;
  }

  /** Weights of at most 1, and the line that makes probabilities of their sums. */
  private static Mixture withLine(Scale scale, List<ActScores> scaled, double[] weights) {
    double largest = Arrays.stream(weights).max().orElseThrow();
    double[] upToOne =
        Arrays.stream(weights).map(weight -> largest == 0 ? 1 : weight / largest).toArray();
    LogisticLine line = new LogisticLine();
    for (ActScores act : scaled) {
      for (int label = 0; label < act.scores().length; label++) {
        double sum = act.sum(label, upToOne);
        if (sum > 0) {
          line.add(sum, act.right()[label]);
        }
      }
    }
    line.fit();
    return new Mixture(
        scale,
        Arrays.stream(upToOne).boxed().collect(Collectors.toList()),
        line.intercept(),
        line.slope());
  }
}

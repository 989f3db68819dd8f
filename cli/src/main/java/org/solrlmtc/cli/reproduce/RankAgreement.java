package org.solrlmtc.cli.reproduce;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Kendall's tau-b of two orders of the same systems, with the probability that a random order
 * agrees at least as well.
 *
 * @param tau between -1 and 1; {@code NaN} if one of the orders is a single tie
 * @param inverted pairs of indexes that the two order differently
 */
record RankAgreement(double tau, double p, int pairs, List<Pair> inverted) {
  private static final int PERMUTATIONS = 100_000;

  /** Fixed, so that p-values are reproducible. */
  private static final long SEED = 1;

  private static final double ROUNDING = 1e-9;

  /** Two systems: the first one is better by the first order and worse by the second. */
  record Pair(int better, int worse) {}

  /**
   * @param first the values of the systems by one order, the larger the better
   * @param second their values by the other
   */
  static RankAgreement of(double[] first, double[] second) {
    double tau = tau(first, second);
    List<Pair> inverted = new ArrayList<>();
    for (int i = 0; i < first.length; i++) {
      for (int j = 0; j < first.length; j++) {
        if (first[i] > first[j] && second[i] < second[j]) {
          inverted.add(new Pair(i, j));
        }
      }
    }
    SplittableRandom random = new SplittableRandom(SEED);
    double[] shuffled = second.clone();
    int asLarge = 0;
    for (int permutation = 0; permutation < PERMUTATIONS; permutation++) {
      for (int i = shuffled.length - 1; i > 0; i--) {
        int other = random.nextInt(i + 1);
        double swapped = shuffled[i];
        shuffled[i] = shuffled[other];
        shuffled[other] = swapped;
      }
      // the negation counts an undefined agreement, too
      if (!(tau(first, shuffled) < tau - ROUNDING)) {
        asLarge++;
      }
    }
    return new RankAgreement(
        tau,
        (asLarge + 1.0) / (PERMUTATIONS + 1.0),
        first.length * (first.length - 1) / 2,
        List.copyOf(inverted));
  }

  private static double tau(double[] first, double[] second) {
    long agreement = 0;
    long untiedInFirst = 0;
    long untiedInSecond = 0;
    for (int i = 0; i < first.length; i++) {
      for (int j = 0; j < i; j++) {
        int a = Double.compare(first[i], first[j]);
        int b = Double.compare(second[i], second[j]);
        agreement += (long) Integer.signum(a) * Integer.signum(b);
        untiedInFirst += a == 0 ? 0 : 1;
        untiedInSecond += b == 0 ? 0 : 1;
      }
    }
    return agreement / Math.sqrt((double) untiedInFirst * untiedInSecond);
  }
}

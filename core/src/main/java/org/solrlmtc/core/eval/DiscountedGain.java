package org.solrlmtc.core.eval;

/** The gains of discounted cumulative gain: a hit at rank r is worth 1 / log2(r + 1). */
final class DiscountedGain {
  private static final double[] DISCOUNT = new double[EvaluationSettings.MAX_K + 1];
  private static final double[] IDEAL = new double[EvaluationSettings.MAX_K + 1];

  static {
    for (int rank = 1; rank < DISCOUNT.length; rank++) {
      // StrictMath: the last digit must not depend on the CPU
      DISCOUNT[rank] = StrictMath.log(2) / StrictMath.log(rank + 1);
      IDEAL[rank] = IDEAL[rank - 1] + DISCOUNT[rank];
    }
  }

  private DiscountedGain() {}

  static double discount(int rank) {
    return DISCOUNT[rank];
  }

  /** The gain of hits at ranks 1 to {@code hits}. */
  static double ideal(int hits) {
    return IDEAL[hits];
  }
}

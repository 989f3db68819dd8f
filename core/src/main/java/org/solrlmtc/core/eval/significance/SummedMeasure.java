package org.solrlmtc.core.eval.significance;

import org.solrlmtc.core.eval.FixedPoint;

/** A measure that is a function of a few sums over acts. */
final class SummedMeasure implements SampledMeasure {

  /** Turns sums into the measure's value. */
  interface Formula {
    double value(long[] sums, int acts);
  }

  private final long[][] addends;
  private final int acts;
  private final Formula formula;

  /**
   * @param addends one array per sum, one entry per act
   */
  SummedMeasure(long[][] addends, Formula formula) {
    this.addends = addends;
    this.acts = addends[0].length;
    this.formula = formula;
  }

  /** The mean of a value per act. */
  static SummedMeasure mean(double[] values) {
    long[] addends = new long[values.length];
    for (int act = 0; act < values.length; act++) {
      addends[act] = FixedPoint.of(values[act]);
    }
    return new SummedMeasure(
        new long[][] {addends}, (sums, acts) -> FixedPoint.toDouble(sums[0]) / acts);
  }

  @Override
  public int acts() {
    return acts;
  }

  @Override
  public double value(int[] drawn) {
    long[] sums = new long[addends.length];
    for (int i = 0; i < sums.length; i++) {
      for (int act : drawn) {
        sums[i] += addends[i][act];
      }
    }
    return formula.value(sums, drawn.length);
  }

  @Override
  public Swaps swapsWith(SampledMeasure other) {
    long[][] others = ((SummedMeasure) other).addends;
    long[][] gains = new long[addends.length][acts];
    long[] firstSums = new long[addends.length];
    long[] secondSums = new long[addends.length];
    for (int i = 0; i < addends.length; i++) {
      for (int act = 0; act < acts; act++) {
        firstSums[i] += addends[i][act];
        secondSums[i] += others[i][act];
        gains[i][act] = others[i][act] - addends[i][act];
      }
    }
    return swapped -> {
      long[] first = firstSums.clone();
      long[] second = secondSums.clone();
      for (int i = 0; i < gains.length; i++) {
        long gain = sumOfSwapped(gains[i], swapped);
        first[i] += gain;
        second[i] -= gain;
      }
      return formula.value(first, acts) - formula.value(second, acts);
    };
  }

  /** Free of branches: this is where a randomization test spends its time. */
  private static long sumOfSwapped(long[] gains, long[] swapped) {
    long sum = 0;
    for (int act = 0; act < gains.length; act++) {
      sum += gains[act] & -(swapped[act >> 6] >>> act & 1);
    }
    return sum;
  }
}

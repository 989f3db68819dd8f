package org.solrlmtc.core.eval;

/**
 * Fractions as integers, so that sums do not depend on the order or grouping of the addends. Each
 * fraction is rounded once, by at most 2^-33; the sum of two billion of them fits.
 */
public final class FixedPoint {
  private static final double ONE = 1L << 32;

  private FixedPoint() {}

  public static long of(double fraction) {
    return Math.round(fraction * ONE);
  }

  public static double toDouble(long fixed) {
    return fixed / ONE;
  }
}

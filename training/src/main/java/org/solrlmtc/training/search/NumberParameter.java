package org.solrlmtc.training.search;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.Random;

/**
 * A number of a range.
 *
 * @param low the smallest value
 * @param high the largest value
 * @param log whether orders of magnitude are equally likely, not values
 * @param integer whether values are whole numbers
 */
record NumberParameter(String key, double low, double high, boolean log, boolean integer)
    implements Parameter {
  public NumberParameter {
    if (!(low < high) || Double.isInfinite(low) || Double.isInfinite(high)) {
      throw new IllegalArgumentException(
          "the range of '" + key + "' must be [LOW, HIGH] with LOW below HIGH");
    }
    if (log && low <= 0) {
      throw new IllegalArgumentException(
          "the range of '" + key + "' is logarithmic: its values must be above 0, not " + low);
    }
    if (integer && (low != Math.rint(low) || high != Math.rint(high))) {
      throw new IllegalArgumentException("the range of '" + key + "' must have whole numbers");
    }
  }

  @Override
  public Object sample(Random random) {
    return value(from() + random.nextDouble() * (to() - from()));
  }

  @Override
  public Object propose(List<Object> good, List<Object> rest, Random random) {
    ParzenWindow likely = window(good);
    ParzenWindow unlikely = window(rest);
    double best = Double.NaN;
    double bestRatio = Double.NEGATIVE_INFINITY;
    for (int candidate = 0; candidate < CANDIDATES; candidate++) {
      double position = likely.sample(random);
      double ratio = likely.logDensity(position) - unlikely.logDensity(position);
      if (ratio > bestRatio) {
        bestRatio = ratio;
        best = position;
      }
    }
    return value(best);
  }

  @Override
  public List<Object> extremes() {
    return List.of(value(from()), value(to()));
  }

  private ParzenWindow window(List<Object> values) {
    return new ParzenWindow(
        values.stream().mapToDouble(value -> position(((Number) value).doubleValue())).toArray(),
        from(),
        to());
  }

  /** Whole numbers get equal parts of the range, the first and the last one included. */
  private double from() {
    return position(integer ? low - 0.5 : low);
  }

  private double to() {
    return position(integer ? high + 0.5 : high);
  }

  private double position(double value) {
    return log ? Math.log(Math.max(value, low / 2)) : value;
  }

  private Object value(double position) {
    double value = log ? Math.exp(position) : position;
    if (integer) {
      return (int) Math.max(low, Math.min(high, Math.rint(value)));
    }
    // rounded, so that a recipe with it can be read
    double rounded = new BigDecimal(value, new MathContext(4)).doubleValue();
    return Math.max(low, Math.min(high, rounded));
  }
}

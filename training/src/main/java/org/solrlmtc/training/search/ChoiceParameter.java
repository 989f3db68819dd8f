package org.solrlmtc.training.search;

import java.util.List;
import java.util.Random;

/**
 * One of several values without an order.
 *
 * @param values at least two, all different
 */
record ChoiceParameter(String key, List<Object> values) implements Parameter {
  public ChoiceParameter {
    values = List.copyOf(values);
    if (values.stream().distinct().count() < Math.max(2, values.size())) {
      throw new IllegalArgumentException(
          "the choice of '" + key + "' needs two or more values, all different");
    }
  }

  @Override
  public Object sample(Random random) {
    return values.get(random.nextInt(values.size()));
  }

  @Override
  public Object propose(List<Object> good, List<Object> rest, Random random) {
    Object best = values.get(0);
    double bestRatio = Double.NEGATIVE_INFINITY;
    for (int candidate = 0; candidate < CANDIDATES; candidate++) {
      Object value = likely(good, random);
      double ratio = probability(value, good) / probability(value, rest);
      if (ratio > bestRatio) {
        bestRatio = ratio;
        best = value;
      }
    }
    return best;
  }

  /** A value sampled by its probability among the good ones. */
  private Object likely(List<Object> good, Random random) {
    int number = random.nextInt(good.size() + values.size());
    return number < good.size() ? good.get(number) : values.get(number - good.size());
  }

  @Override
  public List<Object> extremes() {
    return values;
  }

  /** With one imaginary trial of every value. */
  private double probability(Object value, List<Object> seen) {
    long count = seen.stream().filter(value::equals).count();
    return (count + 1.0) / (seen.size() + values.size());
  }
}

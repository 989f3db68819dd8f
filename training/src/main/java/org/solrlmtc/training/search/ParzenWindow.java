package org.solrlmtc.training.search;

import java.util.Arrays;
import java.util.Random;

/**
 * A density over a range, estimated from a few values: a mixture of normal distributions around
 * them, each as wide as the distance to its farther neighbour, and of a wide one as the prior. It
 * is truncated to the range.
 */
final class ParzenWindow {
  private final double low;
  private final double high;
  private final double[] means;
  private final double[] widths;

  ParzenWindow(double[] values, double low, double high) {
    this.low = low;
    this.high = high;
    double range = high - low;
    means = Arrays.copyOf(values, values.length + 1);
    means[values.length] = (low + high) / 2;
    Arrays.sort(means);
    widths = new double[means.length];
    double narrowest = range / Math.min(100, 1 + means.length);
    int prior = Arrays.binarySearch(means, (low + high) / 2);
    for (int i = 0; i < means.length; i++) {
      double left = i == 0 ? means[i] - low : means[i] - means[i - 1];
      double right = i == means.length - 1 ? high - means[i] : means[i + 1] - means[i];
      widths[i] = i == prior ? range : Math.max(narrowest, Math.min(range, Math.max(left, right)));
    }
  }

  double sample(Random random) {
    int component = random.nextInt(means.length);
    while (true) { // each component has its mean in the range, so about half of the mass
      double value = means[component] + widths[component] * random.nextGaussian();
      if (value >= low && value <= high) {
        return value;
      }
    }
  }

  double logDensity(double value) {
    double sum = 0;
    for (int i = 0; i < means.length; i++) {
      double z = (value - means[i]) / widths[i];
      double inRange =
          cumulative((high - means[i]) / widths[i]) - cumulative((low - means[i]) / widths[i]);
      sum += Math.exp(-z * z / 2) / (widths[i] * inRange);
    }
    return Math.log(sum / (means.length * Math.sqrt(2 * Math.PI)));
  }

  /**
   * The distribution function of the standard normal distribution (Abramowitz and Stegun 26.2.17).
   */
  private static double cumulative(double z) {
    if (z < 0) {
      return 1 - cumulative(-z);
    }
    double t = 1 / (1 + 0.2316419 * z);
    double tail =
        t
            * (0.319381530
                + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
    return 1 - Math.exp(-z * z / 2) / Math.sqrt(2 * Math.PI) * tail;
  }
}

package org.solrlmtc.core.reference;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * How the values of a signal are distributed, as a histogram of about ten bins with similar shares.
 *
 * @param bounds the upper bounds of all bins but the last, rising; a value belongs to the first bin
 *     whose bound is not less
 * @param shares the share of values in each bin
 */
public record Distribution(double mean, List<Double> bounds, List<Double> shares) {
  private static final int BINS = 10;

  /** Keeps the logarithm of a bin without values finite. */
  private static final double SMOOTHING = 0.5;

  @JsonCreator
  public Distribution(
      @JsonProperty("mean") double mean,
      @JsonProperty("bounds") List<Double> bounds,
      @JsonProperty("shares") List<Double> shares) {
    this.mean = mean;
    this.bounds = List.copyOf(Objects.requireNonNull(bounds, "bounds is missing"));
    this.shares = List.copyOf(Objects.requireNonNull(shares, "shares is missing"));
    if (shares.size() != bounds.size() + 1) {
      throw new IllegalArgumentException(
          "shares must have one number more than bounds (" + bounds.size() + ")");
    }
    for (int i = 1; i < bounds.size(); i++) {
      if (!(bounds.get(i) > bounds.get(i - 1))) {
        throw new IllegalArgumentException("bounds must rise, but " + bounds + " do not");
      }
    }
    if (!shares.stream().allMatch(share -> share >= 0 && share <= 1)) {
      throw new IllegalArgumentException("shares must be between 0 and 1, not " + shares);
    }
  }

  /** The distribution of values, with deciles as bounds; at least one value. */
  public static Distribution of(double[] values) {
    if (values.length == 0) {
      throw new IllegalArgumentException("a distribution needs at least one value");
    }
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    List<Double> bounds = new ArrayList<>();
    for (int bin = 1; bin < BINS; bin++) {
      double bound = sorted[(int) ((long) sorted.length * bin / BINS)];
      boolean rises = bounds.isEmpty() || bound > bounds.get(bounds.size() - 1);
      if (rises && bound < sorted[sorted.length - 1]) {
        bounds.add(bound);
      }
    }
    return new Distribution(
        Arrays.stream(values).average().orElseThrow(), bounds, shares(counts(bounds, values)));
  }

  /**
   * The population stability index of other values against this distribution: the sum over the bins
   * of (share - reference share) x ln(share / reference share). 0 for the same distribution; below
   * .1 is usually called stable, above .25 a shift.
   */
  public double stabilityIndex(double[] values) {
    int[] counts = counts(bounds, values);
    int bins = counts.length;
    double index = 0;
    for (int bin = 0; bin < bins; bin++) {
      double share = (counts[bin] + SMOOTHING) / (values.length + SMOOTHING * bins);
      // shrunk as the observed share is, so that equal shares differ by nothing
      double expected =
          (shares.get(bin) * values.length + SMOOTHING) / (values.length + SMOOTHING * bins);
      index += (share - expected) * Math.log(share / expected);
    }
    return index;
  }

  private static int[] counts(List<Double> bounds, double[] values) {
    int[] counts = new int[bounds.size() + 1];
    for (double value : values) {
      int bin = 0;
      while (bin < bounds.size() && value > bounds.get(bin)) {
        bin++;
      }
      counts[bin]++;
    }
    return counts;
  }

  private static List<Double> shares(int[] counts) {
    double sum = Arrays.stream(counts).sum();
    return Arrays.stream(counts).mapToObj(count -> count / sum).toList();
  }
}

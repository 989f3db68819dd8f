package org.solrlmtc.core.eval.significance;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.solrlmtc.core.eval.Measure;

/**
 * Percentile bootstrap: how much would a measure vary over other acts of the same kind? Each
 * resample draws as many acts as there are, with replacement, and the measure is computed on it.
 * The percentiles are shifted so that the mean of the resampled values is the measure's own value.
 * For means over acts this changes next to nothing, but macro measures of resamples are biased
 * upwards, as rare labels are missing in resamples.
 */
public final class Bootstrap {
  public static final int DEFAULT_RESAMPLES = 1_000;

  private Bootstrap() {}

  /**
   * @param value over the original acts
   * @param low lower end of the interval
   * @param high upper end of the interval
   * @param level share of the resampled values inside, such as 0.95
   */
  public record Interval(Measure measure, double value, double low, double high, double level) {}

  /**
   * The confidence interval of one system's measure. The same seed gives the same interval.
   *
   * @throws IllegalArgumentException if no act has a gold label in the measure's group
   */
  public static Interval interval(
      EvaluatedRun run, Measure measure, int resamples, double level, long seed) {
    if (resamples < 1) {
      throw new IllegalArgumentException("a bootstrap needs at least 1 resample, not " + resamples);
    }
    if (!(level > 0 && level < 1)) {
      throw new IllegalArgumentException(
          "the level of a confidence interval lies between 0 and 1, and is not " + level);
    }
    SampledMeasure sampled = run.sampledIfDefined(measure);
    SplittableRandom random = new SplittableRandom(seed);
    int[] drawn = new int[sampled.acts()];
    double[] values = new double[resamples];
    for (int resample = 0; resample < resamples; resample++) {
      for (int i = 0; i < drawn.length; i++) {
        drawn[i] = random.nextInt(drawn.length);
      }
      values[resample] = sampled.value(drawn);
    }
    // a resample without any act to measure is ignored
    double[] sorted =
        Arrays.stream(values).filter(value -> !Double.isNaN(value)).sorted().toArray();
    double value = run.value(measure);
    double bias = Arrays.stream(sorted).average().orElseThrow() - value;
    double tail = (1 - level) / 2;
    return new Interval(
        measure, value, quantile(sorted, tail) - bias, quantile(sorted, 1 - tail) - bias, level);
  }

  /** Linear interpolation between the two nearest values. */
  private static double quantile(double[] sorted, double share) {
    double place = share * (sorted.length - 1);
    int below = (int) place;
    int above = Math.min(below + 1, sorted.length - 1);
    return sorted[below] + (place - below) * (sorted[above] - sorted[below]);
  }
}

package org.solrlmtc.core.eval.significance;

import java.util.SplittableRandom;
import org.solrlmtc.core.eval.Measure;

/**
 * Two-tailed approximate randomization: could two equally good systems differ this much by chance?
 * In every iteration the two systems' outputs for each act are swapped with probability 1/2, and
 * the difference between the systems is computed again.
 */
public final class RandomizationTest {
  public static final int DEFAULT_ITERATIONS = 10_000;

  /**
   * Differences closer than this are equal: they are rounding errors. Counting them as larger or
   * smaller at random would make the test unreliable where many acts tie.
   */
  private static final double TOLERANCE = 1e-9;

  private RandomizationTest() {}

  /**
   * @param acts number of acts compared
   * @param asLarge iterations whose difference was at least as large as the observed one
   * @param p (asLarge + 1) / (iterations + 1): small if chance alone hardly explains the difference
   */
  public record Result(
      Measure measure,
      double first,
      double second,
      int acts,
      int iterations,
      int asLarge,
      double p) {}

  /**
   * Compares two systems. The same seed gives the same result.
   *
   * @throws IllegalArgumentException if the runs differ in acts or gold labels, or the measure is
   *     undefined for one of them because no act has a gold label in its group
   */
  public static Result compare(
      EvaluatedRun first, EvaluatedRun second, Measure measure, int iterations, long seed) {
    if (iterations < 1) {
      throw new IllegalArgumentException("a test needs at least 1 iteration, not " + iterations);
    }
    first.checkSameGold(second);
    SampledMeasure sampled = first.sampledIfDefined(measure);
    SampledMeasure.Swaps swaps = sampled.swapsWith(second.sampledIfDefined(measure));
    long[] swapped = new long[(sampled.acts() + Long.SIZE - 1) / Long.SIZE];
    double observed = Math.abs(swaps.difference(swapped));
    SplittableRandom random = new SplittableRandom(seed);
    int asLarge = 0;
    for (int iteration = 0; iteration < iterations; iteration++) {
      for (int i = 0; i < swapped.length; i++) {
        swapped[i] = random.nextLong();
      }
      // the negation counts an undefined difference as large, which claims no significance
      if (!(Math.abs(swaps.difference(swapped)) < observed - TOLERANCE)) {
        asLarge++;
      }
    }
    return new Result(
        measure,
        first.value(measure),
        second.value(measure),
        sampled.acts(),
        iterations,
        asLarge,
        (asLarge + 1.0) / (iterations + 1.0));
  }
}

package org.solrlmtc.training.linear;

import org.solrlmtc.core.settings.Settings;

/**
 * Feature selection: n-grams of enough acts, but not of nearly all.
 *
 * @param maxFeatures maximum number of features: the most frequent n-grams
 * @param minDocFrequency n-grams of fewer acts are no features
 * @param maxDocFrequencyRatio n-grams of a larger ratio of the acts are no features
 * @param maxCountedNgrams maximum number of different n-grams that are counted at a time: when
 *     there are more, the rarest are dropped, and counted from 1 if they occur again
 */
public record FeatureLimits(
    int maxFeatures, int minDocFrequency, double maxDocFrequencyRatio, int maxCountedNgrams) {
  public FeatureLimits {
    LinearSettings.atLeast("maxFeatures", maxFeatures, 1);
    LinearSettings.atLeast("minDocFrequency", minDocFrequency, 1);
    LinearSettings.atLeast("maxCountedNgrams", maxCountedNgrams, 1000);
    if (!(maxDocFrequencyRatio > 0 && maxDocFrequencyRatio <= 1)) {
      throw new IllegalArgumentException(
          "the setting 'maxDocFrequencyRatio' must be above 0 and at most 1, not "
              + maxDocFrequencyRatio);
    }
  }

  /** Takes these settings out of a recipe. */
  public static FeatureLimits read(Settings settings) {
    return new FeatureLimits(
        settings.integer("maxFeatures", 300_000),
        settings.integer("minDocFrequency", 2),
        settings.number("maxDocFrequencyRatio", 0.9),
        settings.integer("maxCountedNgrams", 30_000_000));
  }
}

package org.solrlmtc.training.linear;

import org.solrlmtc.core.settings.Settings;

/**
 * Which n-grams become features: those that stand in enough acts, but not in nearly all.
 *
 * @param maxFeatures at most this many, the most frequent
 * @param minDocFrequency in at least this many acts
 * @param maxDocFrequencyRatio in at most this share of the acts
 * @param maxCountedNgrams at most this many different n-grams are counted at once: when there are
 *     more, the rarest are forgotten and, seen again, counted from 1
 */
record FeatureLimits(
    int maxFeatures, int minDocFrequency, double maxDocFrequencyRatio, int maxCountedNgrams) {
  FeatureLimits {
    LinearSettings.atLeast("maxFeatures", maxFeatures, 1);
    LinearSettings.atLeast("minDocFrequency", minDocFrequency, 1);
    LinearSettings.atLeast("maxCountedNgrams", maxCountedNgrams, 1000);
    if (!(maxDocFrequencyRatio > 0 && maxDocFrequencyRatio <= 1)) {
      throw new IllegalArgumentException(
          "the setting 'maxDocFrequencyRatio' must be above 0 and at most 1, not "
              + maxDocFrequencyRatio);
    }
  }

  static FeatureLimits read(Settings settings) {
    return new FeatureLimits(
        settings.integer("maxFeatures", 300_000),
        settings.integer("minDocFrequency", 2),
        settings.number("maxDocFrequencyRatio", 0.9),
        settings.integer("maxCountedNgrams", 30_000_000));
  }
}

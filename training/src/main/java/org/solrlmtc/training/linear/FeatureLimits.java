package org.solrlmtc.training.linear;

import org.solrlmtc.core.settings.Settings;

/**
 * Which n-grams become features: those that stand in enough acts, but not in nearly all.
 *
 * @param maxFeatures at most this many, the most frequent
 * @param minActs in at least this many acts
 * @param maxShare in at most this share of the acts
 * @param maxCounted at most this many different n-grams are counted at once: when there are more,
 *     the rarest are forgotten and, seen again, counted from 1
 */
record FeatureLimits(int maxFeatures, int minActs, double maxShare, int maxCounted) {
  FeatureLimits {
    LinearSettings.atLeast("maxFeatures", maxFeatures, 1);
    LinearSettings.atLeast("minActs", minActs, 1);
    LinearSettings.atLeast("maxCounted", maxCounted, 1000);
    if (!(maxShare > 0 && maxShare <= 1)) {
      throw new IllegalArgumentException(
          "the setting 'maxShare' must be above 0 and at most 1, not " + maxShare);
    }
  }

  static FeatureLimits read(Settings settings) {
    return new FeatureLimits(
        settings.integer("maxFeatures", 300_000),
        settings.integer("minActs", 2),
        settings.number("maxShare", 0.9),
        settings.integer("maxCounted", 30_000_000));
  }
}

package org.solrlmtc.core.ensemble;

import org.solrlmtc.core.settings.Registry;
import org.solrlmtc.core.settings.Settings;

/** The registry of combiner types. */
final class ScoreCombiners {
  private static final Registry<ScoreCombinerProvider> TYPES =
      new Registry<>("combiner", ScoreCombinerProvider.class, ScoreCombinerProvider::type);

  private ScoreCombiners() {}

  /**
   * Opens the combiner of a settings section, whose setting {@code type} names the type.
   *
   * @throws IllegalArgumentException if the type or a setting is unknown or wrong
   */
  static ScoreCombiner open(Settings section, CombinerContext context) {
    ScoreCombiner combiner =
        TYPES.find(section.text("type", LogisticCombiner.TYPE)).open(section, context);
    section.finish();
    return combiner;
  }
}

package org.solrlmtc.core.ensemble;

import org.solrlmtc.core.settings.Registry;
import org.solrlmtc.core.settings.Settings;

/** The kinds of combiners, by name. */
final class ScoreCombiners {
  private static final Registry<ScoreCombinerProvider> KINDS =
      new Registry<>("combiner", ScoreCombinerProvider.class, ScoreCombinerProvider::type);

  private ScoreCombiners() {}

  /**
   * Opens the combiner that a section of settings describes, its kind being the setting {@code
   * type}.
   *
   * @throws IllegalArgumentException when the kind or a setting is unknown or wrong
   */
  static ScoreCombiner open(Settings section, CombinerContext context) {
    ScoreCombiner combiner =
        KINDS.find(section.text("type", LogisticCombiner.TYPE)).open(section, context);
    section.finish();
    return combiner;
  }
}

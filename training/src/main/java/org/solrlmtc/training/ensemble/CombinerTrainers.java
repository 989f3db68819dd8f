package org.solrlmtc.training.ensemble;

import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.solrlmtc.core.settings.Settings;

/** All types of score combiners that can be trained, by their name in recipes. */
final class CombinerTrainers {
  private static final Map<String, Function<Settings, CombinerTrainer>> TYPES =
      new TreeMap<>(
          Map.of(
              LogisticCombinerTrainer.TYPE,
              LogisticCombinerTrainer::read,
              RankingCombinerTrainer.TYPE,
              RankingCombinerTrainer::read));

  private CombinerTrainers() {}

  /**
   * Reads the section {@code combiner}.
   *
   * @throws IllegalArgumentException naming the setting that is unknown or has a wrong value
   */
  static CombinerTrainer read(Settings section) {
    String type = section.text("type", LogisticCombinerTrainer.TYPE);
    Function<Settings, CombinerTrainer> reader = TYPES.get(type);
    if (reader == null) {
      throw new IllegalArgumentException(
          "the setting 'type' of 'combiner' must be one of "
              + String.join(", ", TYPES.keySet())
              + ", not "
              + type);
    }
    CombinerTrainer trainer = reader.apply(section);
    section.finish();
    return trainer;
  }
}

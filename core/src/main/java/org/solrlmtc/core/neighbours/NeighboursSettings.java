package org.solrlmtc.core.neighbours;

import java.util.Map;
import org.solrlmtc.core.settings.SettingChecks;
import org.solrlmtc.core.settings.Settings;
import org.solrlmtc.core.text.NgramSettings;

/**
 * The settings of a neighbours model.
 *
 * @param ngrams which n-grams of an act are its terms
 * @param terms maximum number of terms per act: those with the largest TF-IDF weights
 * @param neighbours maximum number of similar acts that vote
 * @param power their similarity to this power is the weight of their vote
 */
public record NeighboursSettings(NgramSettings ngrams, int terms, int neighbours, double power) {
  private static final int MAX_TERMS = 1000;
  private static final int MAX_NEIGHBOURS = 1000;

  public NeighboursSettings {
    between("terms", terms, MAX_TERMS);
    between("neighbours", neighbours, MAX_NEIGHBOURS);
    SettingChecks.positive("power", power);
  }

  private static void between(String name, int value, int max) {
    if (value < 1 || value > max) {
      throw new IllegalArgumentException(
          "the setting '" + name + "' must be between 1 and " + max + ", not " + value);
    }
  }

  /** Takes these settings out of a recipe or manifest. */
  public static NeighboursSettings read(Settings settings) {
    return new NeighboursSettings(
        NgramSettings.read(settings),
        settings.integer("terms", 80),
        settings.integer("neighbours", 40),
        settings.number("power", 4));
  }

  /** The form that {@link #read} takes. */
  public Map<String, Object> toMap() {
    Map<String, Object> map = ngrams.toMap();
    map.put("terms", terms);
    map.put("neighbours", neighbours);
    map.put("power", power);
    return map;
  }
}

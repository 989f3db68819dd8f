package org.solrlmtc.training.linear;

import java.util.Map;
import org.solrlmtc.core.bundle.Settings;
import org.solrlmtc.core.linear.LinearModel;
import org.solrlmtc.core.text.NgramSettings;

/**
 * How a linear model is trained.
 *
 * @param ngrams which n-grams are read
 * @param features which of them become features
 * @param loss what a wrong margin costs
 * @param cost how much training acts count against small weights: liblinear's C
 * @param rounds how often a label's negative acts are looked for anew
 * @param epochs at most this many runs over a label's acts in every round
 * @param negatives at most this many new negative acts in every round, for labels with few acts
 * @param negativesPerAct at most this many times the label's own acts, for labels with many
 * @param smallestWeight weights below this are dropped
 * @param seed of everything drawn by lot
 */
record LinearSettings(
    NgramSettings ngrams,
    FeatureLimits features,
    Loss loss,
    double cost,
    int rounds,
    int epochs,
    int negatives,
    double negativesPerAct,
    double smallestWeight,
    int seed) {

  LinearSettings {
    atLeast("rounds", rounds, 1);
    atLeast("epochs", epochs, 1);
    atLeast("negatives", negatives, 1);
    atLeast("negativesPerAct", negativesPerAct, 0);
    atLeast("smallestWeight", smallestWeight, 0);
    if (!(cost > 0 && Double.isFinite(cost))) {
      throw new IllegalArgumentException("the setting 'cost' must be above 0, not " + cost);
    }
  }

  /**
   * Reads a recipe's settings.
   *
   * @throws IllegalArgumentException naming the setting that is unknown or has a wrong value
   */
  static LinearSettings fromMap(Map<String, Object> map) {
    Settings settings = new Settings(LinearModel.METHOD, map);
    LinearSettings read =
        new LinearSettings(
            NgramSettings.read(settings),
            FeatureLimits.read(settings),
            Loss.parse(settings.text("loss", Loss.SQUARED_HINGE.key())),
            settings.number("cost", 1),
            settings.integer("rounds", 4),
            settings.integer("epochs", 8),
            settings.integer("negatives", 500),
            settings.number("negativesPerAct", 2),
            settings.number("smallestWeight", 0.05),
            settings.integer("seed", 1));
    settings.finish();
    return read;
  }

  /** The same for the same settings in every process. */
  int fingerprint() {
    return toString().hashCode();
  }

  static void atLeast(String name, double value, double least) {
    if (!(value >= least)) {
      throw new IllegalArgumentException(
          "the setting '" + name + "' must be at least " + least + ", not " + value);
    }
  }
}

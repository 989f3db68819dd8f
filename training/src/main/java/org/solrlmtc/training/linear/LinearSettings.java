package org.solrlmtc.training.linear;

import org.solrlmtc.core.settings.Settings;
import org.solrlmtc.core.text.NgramSettings;

/**
 * How a linear model is trained.
 *
 * @param ngrams which n-grams are read
 * @param features which of them become features
 * @param descriptors whether every label's names count as one more act of the label: labels that no
 *     act carries are learnt from nothing else
 * @param loss what a wrong margin costs
 * @param cost how much training acts count against small weights: liblinear's C, for labels with
 *     many acts
 * @param rareCost the same for a label with a single act; in between, for up to {@link #COMMON}
 *     acts, it changes with the logarithm of their number
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
    boolean descriptors,
    Loss loss,
    double cost,
    double rareCost,
    int rounds,
    int epochs,
    int negatives,
    double negativesPerAct,
    double smallestWeight,
    int seed) {
  /** A label with this many training acts is not rare. */
  private static final int COMMON = 100;

  LinearSettings {
    atLeast("rounds", rounds, 1);
    atLeast("epochs", epochs, 1);
    atLeast("negatives", negatives, 1);
    atLeast("negativesPerAct", negativesPerAct, 0);
    atLeast("smallestWeight", smallestWeight, 0);
    positive("cost", cost);
    positive("rareCost", rareCost);
  }

  /**
   * Reads a recipe's settings.
   *
   * @throws IllegalArgumentException naming the setting that has a wrong value
   */
  static LinearSettings read(Settings settings) {
    double cost = settings.number("cost", 1);
    return new LinearSettings(
        NgramSettings.read(settings),
        FeatureLimits.read(settings),
        settings.flag("descriptors", false),
        Loss.parse(settings.text("loss", Loss.SQUARED_HINGE.key())),
        cost,
        settings.number("rareCost", cost),
        settings.integer("rounds", 4),
        settings.integer("epochs", 8),
        settings.integer("negatives", 1000),
        settings.number("negativesPerAct", 3),
        settings.number("smallestWeight", 0.05),
        settings.integer("seed", 1));
  }

  /** The cost for a label with so many training acts. */
  double costFor(int trainingActs) {
    double rareness = Math.max(0, 1 - StrictMath.log(trainingActs) / StrictMath.log(COMMON));
    return cost * StrictMath.pow(rareCost / cost, rareness);
  }

  private static void positive(String name, double value) {
    if (!(value > 0 && Double.isFinite(value))) {
      throw new IllegalArgumentException(
          "the setting '" + name + "' must be above 0, not " + value);
    }
  }

  static void atLeast(String name, double value, double least) {
    if (!(value >= least)) {
      throw new IllegalArgumentException(
          "the setting '" + name + "' must be at least " + least + ", not " + value);
    }
  }
}

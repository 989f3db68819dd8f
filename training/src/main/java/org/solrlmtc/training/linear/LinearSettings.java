package org.solrlmtc.training.linear;

import org.solrlmtc.core.settings.Settings;
import org.solrlmtc.core.text.NgramSettings;

/**
 * How a linear model is trained.
 *
 * @param ngrams which n-grams are read
 * @param features which of them become features
 * @param actWeights how much each training act counts
 * @param labelNamesAsExamples whether the names of every label are one more positive example: the
 *     only one of zero-shot labels
 * @param loss the loss function
 * @param regularisationC liblinear's C for labels with many training acts
 * @param rareRegularisationC C for a label with a single training act; in between, for up to {@link
 *     #COMMON_ACTS} acts, C is interpolated by the logarithm of their number
 * @param miningRounds rounds of training; hard negatives are mined before each but the first
 * @param epochs the maximum number of passes over a label's examples per round
 * @param hardNegatives the maximum number of hard negatives mined per round, for labels with few
 *     acts
 * @param hardNegativesPerPositive the same as a multiple of the positives, for labels with many
 *     acts
 * @param pruningThreshold weights below this are pruned
 * @param seed the random seed
 */
record LinearSettings(
    NgramSettings ngrams,
    FeatureLimits features,
    ActWeights actWeights,
    boolean labelNamesAsExamples,
    Loss loss,
    double regularisationC,
    double rareRegularisationC,
    int miningRounds,
    int epochs,
    int hardNegatives,
    double hardNegativesPerPositive,
    double pruningThreshold,
    int seed) {
  /** A label with this many training acts is not rare. */
  private static final int COMMON_ACTS = 100;

  LinearSettings {
    atLeast("miningRounds", miningRounds, 1);
    atLeast("epochs", epochs, 1);
    atLeast("hardNegatives", hardNegatives, 1);
    atLeast("hardNegativesPerPositive", hardNegativesPerPositive, 0);
    atLeast("pruningThreshold", pruningThreshold, 0);
    positive("C", regularisationC);
    positive("rareC", rareRegularisationC);
  }

  /**
   * Reads a recipe's settings.
   *
   * @throws IllegalArgumentException naming the setting that has a wrong value
   */
  static LinearSettings read(Settings settings) {
    double c = settings.number("C", 1);
    return new LinearSettings(
        NgramSettings.read(settings),
        FeatureLimits.read(settings),
        ActWeights.read(settings),
        settings.flag("labelNamesAsExamples", false),
        Loss.parse(settings.text("loss", Loss.SQUARED_HINGE.key())),
        c,
        settings.number("rareC", c),
        settings.integer("miningRounds", 4),
        settings.integer("epochs", 8),
        settings.integer("hardNegatives", 1000),
        settings.number("hardNegativesPerPositive", 3),
        settings.number("pruningThreshold", 0.05),
        settings.integer("seed", 1));
  }

  /** C for a label with this number of training acts. */
  double regularisationC(int trainingActs) {
    double rareness = Math.max(0, 1 - StrictMath.log(trainingActs) / StrictMath.log(COMMON_ACTS));
    return regularisationC * StrictMath.pow(rareRegularisationC / regularisationC, rareness);
  }

  private static void positive(String name, double value) {
    if (!(value > 0 && Double.isFinite(value))) {
      throw new IllegalArgumentException(
          "the setting '" + name + "' must be above 0, not " + value);
    }
  }

  static void atLeast(String name, double value, double min) {
    if (!(value >= min)) {
      throw new IllegalArgumentException(
          "the setting '" + name + "' must be at least " + min + ", not " + value);
    }
  }
}

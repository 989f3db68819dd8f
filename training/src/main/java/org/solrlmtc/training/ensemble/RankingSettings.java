package org.solrlmtc.training.ensemble;

import java.util.Set;
import org.solrlmtc.core.ranking.FeatureGroup;
import org.solrlmtc.core.ranking.RankingCombinerProvider;
import org.solrlmtc.core.settings.SettingChecks;
import org.solrlmtc.core.settings.Settings;
import org.solrlmtc.training.execution.NativeLibraries;

/**
 * How a ranking is fitted.
 *
 * @param fitOn the acts that it is fitted on
 * @param folds number of folds of the training acts, for out-of-fold scores
 * @param heldOutLabels share of the rare labels that the members of a fold are not trained on: how
 *     the ranking learns about labels that no training act has
 * @param wordVectors dimension of the word vectors for features of similarity; 0 for none
 * @param crossFit number of folds of the development acts, for scores by rankings that did not see
 *     them
 * @param candidates number of candidate labels per act
 * @param without groups of features that are left out
 * @param ablation whether to measure the ranking without each group of features
 * @param trees how the trees are grown
 */
record RankingSettings(
    FitOn fitOn,
    int folds,
    double heldOutLabels,
    int wordVectors,
    int crossFit,
    int candidates,
    Set<FeatureGroup> without,
    boolean ablation,
    BoostingSettings trees) {
  /** Acts that a ranking is fitted on. */
  enum FitOn {
    /** The development acts. */
    DEV,

    /** The training acts, each scored by members that did not see it. */
    OUT_OF_FOLD,

    /** Both. */
    BOTH;

    boolean dev() {
      return this != OUT_OF_FOLD;
    }

    boolean outOfFold() {
      return this != DEV;
    }
  }

  RankingSettings {
    SettingChecks.atLeast("folds", folds, 2);
    SettingChecks.atLeast("crossFit", crossFit, 2);
    SettingChecks.atLeast("wordVectors", wordVectors, 0);
    if (!(heldOutLabels >= 0 && heldOutLabels <= 0.5)) {
      throw new IllegalArgumentException(
          "the setting 'heldOutLabels' must be between 0 and 0.5, not " + heldOutLabels);
    }
  }

  /** Takes the settings out of the section of a recipe. */
  static RankingSettings read(Settings section) {
    NativeLibraries.require(
        "XGBoost", "fitting a ranking", "/ml/dmlc/xgboost4j/java/Booster.class");
    return new RankingSettings(
        section.choice("fitOn", FitOn.DEV),
        section.integer("folds", 3),
        section.number("heldOutLabels", 0),
        section.integer("wordVectors", 0),
        section.integer("crossFit", 2),
        RankingCombinerProvider.readCandidates(section),
        RankingCombinerProvider.readWithout(section),
        section.flag("ablation", false),
        BoostingSettings.read(section));
  }

  /** The same with other groups left out. */
  RankingSettings without(Set<FeatureGroup> groups) {
    return new RankingSettings(
        fitOn, folds, heldOutLabels, wordVectors, crossFit, candidates, groups, ablation, trees);
  }
}

package org.solrlmtc.training.ensemble;

import java.util.HashMap;
import java.util.Map;
import org.solrlmtc.core.ranking.TreeEnsemble;
import org.solrlmtc.core.settings.SettingChecks;
import org.solrlmtc.core.settings.Settings;

/**
 * How trees are boosted.
 *
 * @param trees number of trees
 * @param depth maximum depth of a tree
 * @param learningRate factor of each tree
 * @param rowRatio ratio of the rows that each tree is grown on
 * @param featureRatio ratio of the features that each tree is grown on
 * @param minLeafWeight minimum sum of the second derivatives in a leaf
 * @param l2 regularisation of the values of leaves
 * @param seed the random seed
 */
record BoostingSettings(
    int trees,
    int depth,
    double learningRate,
    double rowRatio,
    double featureRatio,
    double minLeafWeight,
    double l2,
    int seed) {
  private static final String SECTION = "combiner";

  BoostingSettings {
    SettingChecks.atLeast("trees", trees, 1);
    if (depth < 1 || depth > TreeEnsemble.MAX_DEPTH) {
      throw new IllegalArgumentException(
          "the setting 'depth' of 'combiner' must be between 1 and "
              + TreeEnsemble.MAX_DEPTH
              + ", not "
              + depth);
    }
    SettingChecks.ratio(SECTION, "learningRate", learningRate);
    SettingChecks.ratio(SECTION, "rowRatio", rowRatio);
    SettingChecks.ratio(SECTION, "featureRatio", featureRatio);
    SettingChecks.positive("minLeafWeight", minLeafWeight);
    SettingChecks.positive("l2", l2);
  }

  /** Takes the settings out of the section of a recipe. */
  static BoostingSettings read(Settings section) {
    return new BoostingSettings(
        section.integer("trees", 350),
        section.integer("depth", 6),
        section.number("learningRate", 0.05),
        section.number("rowRatio", 0.7),
        section.number("featureRatio", 0.6),
        section.number("minLeafWeight", 5),
        section.number("l2", 1),
        section.integer("seed", 1));
  }

  /** The parameters as XGBoost names them. */
  Map<String, Object> parameters(int threads, double baseScore) {
    Map<String, Object> parameters = new HashMap<>();
    parameters.put("objective", "binary:logistic");
    parameters.put("base_score", baseScore);
    parameters.put("tree_method", "hist");
    parameters.put("max_depth", depth);
    parameters.put("eta", learningRate);
    parameters.put("subsample", rowRatio);
    parameters.put("colsample_bytree", featureRatio);
    parameters.put("min_child_weight", minLeafWeight);
    parameters.put("lambda", l2);
    parameters.put("seed", seed);
    parameters.put("nthread", threads);
    parameters.put("verbosity", 0);
    return parameters;
  }
}

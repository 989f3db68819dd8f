package org.solrlmtc.training.linear;

import org.solrlmtc.core.linear.TreeLevel;
import org.solrlmtc.core.settings.Settings;

/**
 * How label trees are built.
 *
 * @param linear how the classifiers of the nodes are trained
 * @param trees the number of trees, each with its own clustering
 * @param branchingFactor the maximum number of children per node
 * @param maxLeafLabels the maximum number of labels per leaf
 * @param clusterFeatures the number of features, those with the highest weights, that labels are
 *     clustered by
 * @param beamWidth the beam width of the search: nodes kept per level and tree
 * @param trainingBeamWidth the beam width when hard negatives are mined: a node is trained on the
 *     acts of its labels and on those that the search leads to it
 */
record TreeSettings(
    LinearSettings linear,
    int trees,
    int branchingFactor,
    int maxLeafLabels,
    int clusterFeatures,
    int beamWidth,
    int trainingBeamWidth) {
  TreeSettings {
    between("trees", trees, 1, 100);
    between("branchingFactor", branchingFactor, 2, TreeLevel.MAX_COLUMNS_OF_NODE);
    between("maxLeafLabels", maxLeafLabels, 1, TreeLevel.MAX_COLUMNS_OF_NODE);
    LinearSettings.atLeast("clusterFeatures", clusterFeatures, 1);
    between("beamWidth", beamWidth, 1, 1 << 20);
    between("trainingBeamWidth", trainingBeamWidth, 1, 1 << 20);
  }

  /**
   * Reads a recipe's settings.
   *
   * @throws IllegalArgumentException naming the setting that has a wrong value
   */
  static TreeSettings read(Settings settings) {
    return new TreeSettings(
        LinearSettings.read(settings),
        settings.integer("trees", 3),
        settings.integer("branchingFactor", 64),
        settings.integer("maxLeafLabels", 100),
        settings.integer("clusterFeatures", 300),
        settings.integer("beamWidth", 10),
        settings.integer("trainingBeamWidth", 10));
  }

  private static void between(String name, int value, int min, int max) {
    if (value < min || value > max) {
      throw new IllegalArgumentException(
          "the setting '" + name + "' must be between " + min + " and " + max + ", not " + value);
    }
  }
}

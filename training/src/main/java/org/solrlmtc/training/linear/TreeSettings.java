package org.solrlmtc.training.linear;

import org.solrlmtc.core.linear.TreeLevel;
import org.solrlmtc.core.settings.Settings;

/**
 * How label trees are grown.
 *
 * @param linear how the nodes are learnt
 * @param trees how many trees, each with other clusters
 * @param branching at most this many nodes below a node
 * @param leafLabels at most this many labels in a cluster that is not split further
 * @param clusterFeatures labels are compared by this many features, the heaviest of their acts
 * @param beam how many nodes of a level the search goes on from, in every tree
 * @param trainingBeam the same when acts to learn from are looked for: a node learns from the acts
 *     of its labels and from those that the search leads to it
 */
record TreeSettings(
    LinearSettings linear,
    int trees,
    int branching,
    int leafLabels,
    int clusterFeatures,
    int beam,
    int trainingBeam) {
  TreeSettings {
    between("trees", trees, 1, 100);
    between("branching", branching, 2, TreeLevel.MAX_COLUMNS_OF_NODE);
    between("leafLabels", leafLabels, 1, TreeLevel.MAX_COLUMNS_OF_NODE);
    LinearSettings.atLeast("clusterFeatures", clusterFeatures, 1);
    between("beam", beam, 1, 1 << 20);
    between("trainingBeam", trainingBeam, 1, 1 << 20);
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
        settings.integer("branching", 64),
        settings.integer("leafLabels", 100),
        settings.integer("clusterFeatures", 300),
        settings.integer("beam", 10),
        settings.integer("trainingBeam", 10));
  }

  private static void between(String name, int value, int least, int most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          "the setting '"
              + name
              + "' must be between "
              + least
              + " and "
              + most
              + ", not "
              + value);
    }
  }
}

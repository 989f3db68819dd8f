package org.solrlmtc.training.linear;

import java.util.ArrayList;
import java.util.List;

/**
 * A cluster of labels, and how it is split further.
 *
 * @param labels all labels of the cluster, ascending
 * @param below its child clusters; none on the lowest level
 */
record LabelTreeNode(int[] labels, List<LabelTreeNode> below) {

  /** The number of levels that a number of labels needs. */
  static int levels(int labels, int branchingFactor, int maxLeafLabels) {
    int levels = 1;
    for (long capacity = maxLeafLabels; capacity < labels; capacity *= branchingFactor) {
      levels++;
    }
    return levels;
  }

  /** Builds a balanced tree with this number of levels above all labels. */
  static LabelTreeNode grow(int[] labels, int levels, int maxLeafLabels, LabelClusters clusters) {
    List<LabelTreeNode> below = new ArrayList<>();
    if (levels > 1) {
      double leaves = Math.max(1, (double) labels.length / maxLeafLabels);
      // rounded up, tolerating rounding errors
      int children = (int) Math.ceil(StrictMath.pow(leaves, 1.0 / (levels - 1)) - 1e-9);
      for (int[] cluster : clusters.split(labels, children)) {
        below.add(grow(cluster, levels - 1, maxLeafLabels, clusters));
      }
    }
    return new LabelTreeNode(labels, below);
  }
}

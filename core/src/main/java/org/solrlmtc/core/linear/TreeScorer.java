package org.solrlmtc.core.linear;

import java.util.Arrays;
import java.util.List;
import org.solrlmtc.core.score.LabelSet;
import org.solrlmtc.core.text.ActVector;
import org.solrlmtc.core.text.TextVectorizer;

/**
 * Label trees: the strength of a label is its score in the {@link TreeSearch}, averaged over the
 * trees; 0 for a tree whose search does not reach the label. Its log-odds, on the scale of a linear
 * SVM's margins, are the label's margin.
 */
final class TreeScorer extends NgramScorer<TreeScorer.TreeWorkspace> {
  /** Keeps the log-odds finite. */
  private static final float SMALLEST = 1e-6f;

  private final List<TreeLevel> levels;
  private final TreeLevel lowest;
  private final int beamWidth;

  TreeScorer(
      LabelSet labels,
      TextVectorizer vectorizer,
      List<TreeLevel> levels,
      int beamWidth,
      Calibration calibration) {
    super(labels, vectorizer, calibration);
    this.levels = levels;
    this.lowest = levels.get(levels.size() - 1);
    this.beamWidth = beamWidth;
  }

  @Override
  TreeWorkspace newWorkspace(ActVector vector) {
    return new TreeWorkspace(vector, new TreeSearch(levels, beamWidth), labels().size());
  }

  @Override
  void computeStrengths(TreeWorkspace workspace) {
    TreeSearch search = workspace.search;
    ActVector vector = workspace.vector;
    search.search(vector.features(), vector.values(), 0, vector.size());
    for (int i = 0; i < search.size(); i++) {
      if (search.score(i) > 0) {
        int label = lowest.target(search.column(i));
        if (workspace.sums[label] == 0) {
          workspace.labels[workspace.size++] = label;
        }
        workspace.sums[label] += search.score(i);
      }
    }
    int trees = levels.get(0).nodes();
    for (int i = 0; i < workspace.size; i++) {
      workspace.strengths[i] = workspace.sums[workspace.labels[i]] / trees;
      workspace.sums[workspace.labels[i]] = 0;
    }
  }

  @Override
  float margin(float score) {
    double logOdds = StrictMath.log((score + SMALLEST) / (1 - score + SMALLEST));
    return (float) (logOdds / TreeSearch.STEEPNESS);
  }

  /** The contributions to the labels' own margins on the lowest level, averaged over the trees. */
  @Override
  float[][] contributions(int[] wanted, TreeWorkspace workspace) {
    float[][] contributions = new float[wanted.length][workspace.vector.size()];
    int[] places = new int[lowest.nodes()];
    Arrays.fill(places, -1);
    float[] sums = new float[TreeLevel.MAX_COLUMNS_OF_NODE];
    int trees = levels.get(0).nodes();
    for (int node = 0; node < lowest.nodes(); node++) {
      places[node] = 0;
      for (int column = lowest.firstColumn(node); column < lowest.firstColumn(node + 1); column++) {
        for (int label = 0; label < wanted.length; label++) {
          if (lowest.target(column) == wanted[label]) {
            int place = column - lowest.firstColumn(node);
            for (int i = 0; i < workspace.vector.size(); i++) {
              sums[place] = 0;
              lowest.add(workspace.vector.feature(i), workspace.vector.value(i), places, sums);
              contributions[label][i] += sums[place] / trees;
            }
          }
        }
      }
      places[node] = -1;
    }
    return contributions;
  }

  static final class TreeWorkspace extends NgramScorer.Workspace {
    final TreeSearch search;

    /** The summed scores of labels; all 0 between acts. */
    final float[] sums;

    TreeWorkspace(ActVector vector, TreeSearch search, int allLabels) {
      super(vector);
      this.search = search;
      labels = new int[allLabels];
      strengths = new float[allLabels];
      sums = new float[allLabels];
    }
  }
}

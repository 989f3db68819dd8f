package org.solrlmtc.core.linear;

import java.util.Arrays;
import java.util.List;
import org.solrlmtc.core.score.LabelSet;
import org.solrlmtc.core.text.ActVector;
import org.solrlmtc.core.text.TextVectorizer;

/**
 * Label trees: a label's score is that of the {@link TreeSearch}, on average over the trees, 0 for
 * a tree whose search does not come to the label. Its log-odds, on the scale of a support vector
 * machine, are the label's margin.
 */
final class TreeScorer extends NgramScorer<TreeScorer.TreeRoom> {
  /** Keeps the log-odds finite. */
  private static final float SMALLEST = 1e-6f;

  private final List<TreeLevel> levels;
  private final TreeLevel lowest;
  private final int beam;

  TreeScorer(
      LabelSet labels,
      TextVectorizer vectorizer,
      List<TreeLevel> levels,
      int beam,
      Calibration calibration) {
    super(labels, vectorizer, calibration);
    this.levels = levels;
    this.lowest = levels.get(levels.size() - 1);
    this.beam = beam;
  }

  @Override
  TreeRoom newRoom(ActVector vector) {
    return new TreeRoom(vector, new TreeSearch(levels, beam), labels().size());
  }

  @Override
  void findStrengths(TreeRoom room) {
    TreeSearch search = room.search;
    ActVector vector = room.vector;
    search.search(vector.features(), vector.values(), 0, vector.size());
    for (int i = 0; i < search.size(); i++) {
      if (search.score(i) > 0) {
        int label = lowest.target(search.column(i));
        if (room.sums[label] == 0) {
          room.labels[room.size++] = label;
        }
        room.sums[label] += search.score(i);
      }
    }
    int trees = levels.get(0).nodes();
    for (int i = 0; i < room.size; i++) {
      room.strengths[i] = room.sums[room.labels[i]] / trees;
      room.sums[room.labels[i]] = 0;
    }
  }

  @Override
  float margin(float score) {
    double logOdds = StrictMath.log((score + SMALLEST) / (1 - score + SMALLEST));
    return (float) (logOdds / TreeSearch.STEEPNESS);
  }

  /** The shares in the labels' own margins on the lowest level, on average over the trees. */
  @Override
  float[][] shares(int[] wanted, TreeRoom room) {
    float[][] shares = new float[wanted.length][room.vector.size()];
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
            for (int i = 0; i < room.vector.size(); i++) {
              sums[place] = 0;
              lowest.add(room.vector.feature(i), room.vector.value(i), places, sums);
              shares[label][i] += sums[place] / trees;
            }
          }
        }
      }
      places[node] = -1;
    }
    return shares;
  }

  static final class TreeRoom extends NgramScorer.Room {
    final TreeSearch search;

    /** The scores of labels, added up; all 0 between acts. */
    final float[] sums;

    TreeRoom(ActVector vector, TreeSearch search, int allLabels) {
      super(vector);
      this.search = search;
      labels = new int[allLabels];
      strengths = new float[allLabels];
      sums = new float[allLabels];
    }
  }
}

package org.solrlmtc.core.linear;

import java.util.Arrays;
import java.util.List;

/**
 * Beam search of one act in the label trees. On each level the columns of the nodes reached are
 * scored, and the best ones of every tree are searched on the next level. A column's score is its
 * own probability times the fourth root of its node's score. The root, because nodes are also
 * trained on acts that reach them by mistake, and score these low by themselves: with full node
 * scores the results were worse.
 *
 * <p>Allocated once, used for many acts, by one thread at a time.
 */
public final class TreeSearch {
  /** Factor from margins of a linear SVM to log-odds. */
  static final float STEEPNESS = 4;

  private final List<TreeLevel> levels;
  private final int beamWidth;

  /** For every level and node the start of its sums, or -1; all -1 between acts. */
  private final int[][] places;

  private final int[] nodes;
  private final float[] nodeScores;

  /** Where each tree's nodes end among the nodes reached. */
  private final int[] treeEnds;

  private float[] sums = new float[0];
  private float[] scratch = new float[0];
  private int[] columns = new int[0];
  private int size;

  /**
   * @param levels from the roots down; not necessarily all of them
   * @param beamWidth number of nodes per tree that are searched on the next level
   */
  public TreeSearch(List<TreeLevel> levels, int beamWidth) {
    this.levels = levels;
    this.beamWidth = beamWidth;
    this.places = new int[levels.size()][];
    for (int level = 0; level < places.length; level++) {
      places[level] = new int[levels.get(level).nodes()];
      Arrays.fill(places[level], -1);
    }
    int trees = levels.get(0).nodes();
    this.treeEnds = new int[trees];
    int maxColumns = levels.stream().mapToInt(TreeLevel::columns).max().orElseThrow();
    this.nodes = new int[(int) Math.min((long) beamWidth * trees, maxColumns)];
    this.nodeScores = new float[nodes.length];
  }

  /**
   * Searches. Afterwards {@link #column} returns the columns scored on the last level.
   *
   * @param features the act's features, between {@code from} and {@code to}
   * @param values their values
   */
  public void search(int[] features, float[] values, int from, int to) {
    for (int tree = 0; tree < treeEnds.length; tree++) {
      nodes[tree] = tree;
      nodeScores[tree] = 1;
      treeEnds[tree] = tree + 1;
    }
    for (int level = 0; level < levels.size(); level++) {
      if (level > 0) {
        narrow();
      }
      descend(level, features, values, from, to);
    }
  }

  /** The number of columns scored on the last level. */
  public int size() {
    return size;
  }

  /** The i-th column scored; columns are grouped by tree, in the order of trees. */
  public int column(int i) {
    return columns[i];
  }

  /** The score of the i-th column. */
  public float score(int i) {
    return sums[i];
  }

  /** The best columns of every tree: the nodes of a next level. */
  public int[] best() {
    narrow();
    return Arrays.copyOf(nodes, treeEnds[treeEnds.length - 1]);
  }

  /** Scores the columns of all nodes reached. */
  private void descend(int number, int[] features, float[] values, int from, int to) {
    TreeLevel level = levels.get(number);
    int[] place = places[number];
    int reached = treeEnds[treeEnds.length - 1];
    size = 0;
    for (int i = 0; i < reached; i++) {
      int node = nodes[i];
      place[node] = size;
      reserve(size + level.firstColumn(node + 1) - level.firstColumn(node));
      for (int column = level.firstColumn(node); column < level.firstColumn(node + 1); column++) {
        columns[size] = column;
        sums[size++] = level.bias(column);
      }
    }
    for (int at = from; at < to; at++) {
      level.add(features[at], values[at], place, sums);
    }
    int i = 0;
    for (int tree = 0, node = 0; tree < treeEnds.length; tree++) {
      for (; node < treeEnds[tree]; node++) {
        float above = (float) Math.sqrt(Math.sqrt(nodeScores[node]));
        int end = i + level.firstColumn(nodes[node] + 1) - level.firstColumn(nodes[node]);
        for (; i < end; i++) {
          sums[i] = above * Logistic.of(STEEPNESS * sums[i]);
        }
        place[nodes[node]] = -1;
      }
      treeEnds[tree] = i;
    }
  }

  /** Makes the best columns of each tree the nodes to search next. */
  private void narrow() {
    int kept = 0;
    int begin = 0;
    for (int tree = 0; tree < treeEnds.length; tree++) {
      int end = treeEnds[tree];
      int room = Math.min(beamWidth, end - begin);
      float threshold = QuickSelect.largest(sums, begin, end, room, scratch);
      int limit = kept + room;
      // first all columns above the threshold, then columns equal to it until the limit is reached
      for (int i = begin; i < end; i++) {
        if (sums[i] > threshold) {
          nodes[kept] = columns[i];
          nodeScores[kept++] = sums[i];
        }
      }
      for (int i = begin; i < end && kept < limit; i++) {
        if (sums[i] == threshold) {
          nodes[kept] = columns[i];
          nodeScores[kept++] = sums[i];
        }
      }
      begin = end;
      treeEnds[tree] = kept;
    }
  }

  private void reserve(int room) {
    if (room > sums.length) {
      sums = Arrays.copyOf(sums, 2 * room);
      columns = Arrays.copyOf(columns, 2 * room);
      scratch = new float[2 * room];
    }
  }
}

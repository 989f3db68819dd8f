package org.solrlmtc.training.linear;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Splits labels into clusters of equal size by recursive bisection with balanced spherical 2-means.
 *
 * <p>Used by one thread.
 */
final class LabelClusters {
  private static final int ATTEMPTS = 2;
  private static final int MAX_STEPS = 10;

  /**
   * The second centre starts at the label that is least similar to the first, of a sample of this
   * size.
   */
  private static final int CANDIDATES = 8;

  private final LabelVectors vectors;
  private final SplittableRandom random;

  /** The sum of the left half's vectors and that of the right half's; both 0 between attempts. */
  private final float[] left;

  private final float[] right;

  LabelClusters(LabelVectors vectors, long seed) {
    this.vectors = vectors;
    this.random = new SplittableRandom(seed);
    this.left = new float[vectors.width()];
    this.right = new float[vectors.width()];
  }

  /** Splits labels into this number of clusters, whose sizes differ by 1 at most. */
  List<int[]> split(int[] labels, int clusters) {
    List<int[]> split = new ArrayList<>();
    split(labels.clone(), 0, labels.length, clusters, split);
    return split;
  }

  private void split(int[] labels, int from, int to, int clusters, List<int[]> split) {
    if (clusters == 1) {
      int[] cluster = Arrays.copyOfRange(labels, from, to);
      Arrays.sort(cluster);
      split.add(cluster);
      return;
    }
    int half = clusters / 2;
    // clusters of n / clusters labels, the first n % clusters of them with one more
    int size = to - from;
    int middle = from + half * (size / clusters) + Math.min(half, size % clusters);
    halve(labels, from, middle, to);
    split(labels, from, middle, half, split);
    split(labels, middle, to, clusters - half, split);
  }

  /**
   * Orders labels such that the two clusters are before and after the middle: the best of several
   * attempts.
   */
  private void halve(int[] labels, int from, int middle, int to) {
    int[] best = new int[0];
    double closest = -1;
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      double closeness = attempt(labels, from, middle, to);
      if (closeness > closest) {
        closest = closeness;
        best = Arrays.copyOfRange(labels, from, to);
      }
    }
    System.arraycopy(best, 0, labels, from, best.length);
  }

  /** Halves labels, and returns the sum of their similarities to the centres of their halves. */
  private double attempt(int[] labels, int from, int middle, int to) {
    int first = labels[from + random.nextInt(to - from)];
    vectors.addTo(left, first);
    int second = farthest(labels, from, to);
    vectors.addTo(right, second);
    long[] order = order(labels, from, to, 1, 1);
    vectors.clear(left, first);
    vectors.clear(right, second);
    double closeness = 0;
    for (int step = 0; step < MAX_STEPS; step++) {
      for (int i = from; i < to; i++) {
        labels[i] = (int) order[i - from];
      }
      double leftLength = centre(labels, from, middle, left);
      double rightLength = centre(labels, middle, to, right);
      order = order(labels, from, to, leftLength, rightLength);
      clear(labels, from, middle, left);
      clear(labels, middle, to, right);
      if (leftLength + rightLength <= closeness) {
        break;
      }
      closeness = leftLength + rightLength;
    }
    return closeness;
  }

  /** The label that is least similar to the left centre, of a random sample. */
  private int farthest(int[] labels, int from, int to) {
    int farthest = 0;
    float lowest = Float.POSITIVE_INFINITY;
    for (int i = 0; i < CANDIDATES; i++) {
      int label = labels[from + random.nextInt(to - from)];
      float similarity = vectors.dot(label, left);
      if (similarity < lowest) {
        lowest = similarity;
        farthest = label;
      }
    }
    return farthest;
  }

  /**
   * Labels by how much closer they are to the left centre than to the right one. The lower 32 bits
   * are the label.
   */
  private long[] order(int[] labels, int from, int to, double leftLength, double rightLength) {
    long[] keys = new long[to - from];
    for (int i = from; i < to; i++) {
      double closer =
          vectors.dot(labels[i], left) / leftLength - vectors.dot(labels[i], right) / rightLength;
      int bits = Float.floatToIntBits((float) -closer);
      int sortable = bits >= 0 ? bits : bits ^ Integer.MAX_VALUE;
      keys[i - from] = (long) sortable << 32 | labels[i];
    }
    Arrays.sort(keys);
    return keys;
  }

  private void clear(int[] labels, int from, int to, float[] sum) {
    for (int i = from; i < to; i++) {
      vectors.clear(sum, labels[i]);
    }
  }

  /** Adds up the vectors of labels, and returns the length of the sum. */
  private double centre(int[] labels, int from, int to, float[] sum) {
    for (int i = from; i < to; i++) {
      vectors.addTo(sum, labels[i]);
    }
    // the squared length of a sum is the sum of its dot products with the summands
    double square = 0;
    for (int i = from; i < to; i++) {
      square += vectors.dot(labels[i], sum);
    }
    return square > 0 ? Math.sqrt(square) : 1;
  }
}

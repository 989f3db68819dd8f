package org.solrlmtc.core.neighbours;

import java.util.Arrays;
import org.solrlmtc.core.text.ActVector;

/**
 * The terms of an act with the largest TF-IDF weights. The weights are scaled to length 1 and
 * quantised: {@value #ONE} is 1.
 *
 * @param features the terms as features of the vocabulary, in no particular order
 * @param weights between 1 and {@value #ONE}
 */
record TermWeights(int[] features, int[] weights) {
  /** The quantised weight of an act with a single term. It fits into an unsigned byte. */
  static final int ONE = 255;

  /** Selects the terms of a vector. */
  static TermWeights of(ActVector vector, int terms) {
    int size = Math.min(terms, vector.size());
    // the positive values as sortable integers, each with its position
    long[] byValue = new long[vector.size()];
    for (int i = 0; i < byValue.length; i++) {
      byValue[i] = (long) Float.floatToIntBits(vector.value(i)) << 32 | i;
    }
    Arrays.sort(byValue);
    int[] features = new int[size];
    float[] values = new float[size];
    double squares = 0;
    for (int i = 0; i < size; i++) {
      int at = (int) byValue[byValue.length - 1 - i];
      features[i] = vector.feature(at);
      values[i] = vector.value(at);
      squares += (double) values[i] * values[i];
    }
    int[] weights = new int[size];
    for (int i = 0; i < size; i++) {
      weights[i] = (int) Math.max(1, Math.round(values[i] / Math.sqrt(squares) * ONE));
    }
    return new TermWeights(features, weights);
  }
}

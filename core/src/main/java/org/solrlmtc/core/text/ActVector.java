package org.solrlmtc.core.text;

import java.util.Arrays;

/**
 * One act's features and their values, and the room to count them: made once, filled many times, by
 * one thread at a time.
 */
public final class ActVector {
  private static final int FIRST_ROOM = 1024;

  /** How often each feature of the vocabulary stands in the act being read; 0 between acts. */
  final int[] counts;

  int[] features = new int[FIRST_ROOM];
  float[] values = new float[FIRST_ROOM];
  int size;

  ActVector(int vocabularySize) {
    counts = new int[vocabularySize];
  }

  /** How many features the act has; 0 when it has no known word. */
  public int size() {
    return size;
  }

  /** The i-th feature, in the order of first appearance. */
  public int feature(int i) {
    return features[i];
  }

  /** The i-th feature's value. */
  public float value(int i) {
    return values[i];
  }

  /** All features, of which the first {@link #size} count; not to be changed. */
  public int[] features() {
    return features;
  }

  /** The values of {@link #features}. */
  public float[] values() {
    return values;
  }

  /** Counts a feature; its weight stands in for its value until the whole act is counted. */
  void add(int feature, float weight) {
    if (counts[feature]++ == 0) {
      if (size == features.length) {
        features = Arrays.copyOf(features, size * 2);
        values = Arrays.copyOf(values, size * 2);
      }
      values[size] = weight;
      features[size++] = feature;
    }
  }
}

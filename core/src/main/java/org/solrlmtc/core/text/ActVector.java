package org.solrlmtc.core.text;

import java.util.Arrays;
import org.solrlmtc.core.score.Coverage;

/**
 * The TF-IDF vector of one act, with the buffers to count it. Allocated once, filled many times, by
 * one thread at a time.
 */
public final class ActVector {
  private static final int INITIAL_CAPACITY = 1024;

  /** Counts of each feature of the vocabulary in the act being read; 0 between acts. */
  final int[] counts;

  int[] features = new int[INITIAL_CAPACITY];
  float[] values = new float[INITIAL_CAPACITY];
  int size;
  private int words;
  private int knownWords;

  ActVector(int vocabularySize) {
    counts = new int[vocabularySize];
  }

  /** The number of features of the act; 0 if all its n-grams are out of vocabulary. */
  public int size() {
    return size;
  }

  /** The i-th feature, in the order of first occurrence. */
  public int feature(int i) {
    return features[i];
  }

  /** The i-th feature's value. */
  public float value(int i) {
    return values[i];
  }

  /** The features: the first {@link #size} entries. Not to be modified. */
  public int[] features() {
    return features;
  }

  /** The values of {@link #features}. */
  public float[] values() {
    return values;
  }

  /** The share of the act's words that are features, counted once per namespace. */
  public Coverage coverage() {
    return new Coverage(words, knownWords);
  }

  void clear() {
    size = 0;
    words = 0;
    knownWords = 0;
  }

  void countWord(boolean known) {
    words++;
    knownWords += known ? 1 : 0;
  }

  /** Counts a feature. Its weight is stored as its value until the whole act is counted. */
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

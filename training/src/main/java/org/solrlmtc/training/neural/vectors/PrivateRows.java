package org.solrlmtc.training.neural.vectors;

import java.util.Arrays;

/**
 * A replica's own copies of those rows of a shared matrix that it changes in a round. Used by one
 * thread at a time; the shared rows must not change before {@link #endRound}.
 */
final class PrivateRows {
  private static final int NONE = -1;

  private final float[][] shared;
  private final int[] positions;
  private float[][] copies = new float[0][];
  private int[] words = new int[0];
  private int[] uses = new int[0];
  private int size;

  PrivateRows(float[][] shared) {
    this.shared = shared;
    this.positions = new int[shared.length];
    Arrays.fill(positions, NONE);
  }

  /** Discards the copies. */
  void beginRound() {
    for (int i = 0; i < size; i++) {
      positions[words[i]] = NONE;
    }
    size = 0;
  }

  /** A word's row, which may be changed; counts as a use. */
  float[] use(int word) {
    int position = positions[word];
    if (position == NONE) {
      position = copy(word);
    }
    uses[position]++;
    return copies[position];
  }

  private int copy(int word) {
    if (size == copies.length) {
      grow();
    }
    System.arraycopy(shared[word], 0, copies[size], 0, shared[word].length);
    words[size] = word;
    uses[size] = 0;
    positions[word] = size;
    return size++;
  }

  private void grow() {
    int larger = Math.min(shared.length, Math.max(64, 2 * size));
    copies = Arrays.copyOf(copies, larger);
    for (int i = size; i < larger; i++) {
      copies[i] = new float[shared[0].length];
    }
    words = Arrays.copyOf(words, larger);
    uses = Arrays.copyOf(uses, larger);
  }

  /** Replaces the copies by their differences to the shared rows. */
  void endRound() {
    for (int i = 0; i < size; i++) {
      float[] from = shared[words[i]];
      float[] copy = copies[i];
      for (int k = 0; k < copy.length; k++) {
        copy[k] -= from[k];
      }
    }
  }

  /** The number of words used in the round. */
  int size() {
    return size;
  }

  /** The words used, in the order of their first uses. */
  int word(int index) {
    return words[index];
  }

  boolean has(int word) {
    return positions[word] != NONE;
  }

  int uses(int word) {
    return has(word) ? uses[positions[word]] : 0;
  }

  /** The change of the row of a word that was used in the round. */
  float[] change(int word) {
    return copies[positions[word]];
  }
}

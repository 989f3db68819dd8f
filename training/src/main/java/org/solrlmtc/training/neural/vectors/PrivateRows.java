package org.solrlmtc.training.neural.vectors;

import java.util.Arrays;

/**
 * A replica's own copies of those rows of a shared matrix that it changes in a round. Used by one
 * thread at a time; nobody may change the shared rows before {@link #endRound}.
 */
final class PrivateRows {
  private static final int NONE = -1;

  private final float[][] shared;
  private final int[] places;
  private float[][] copies = new float[0][];
  private int[] words = new int[0];
  private int[] uses = new int[0];
  private int size;

  PrivateRows(float[][] shared) {
    this.shared = shared;
    this.places = new int[shared.length];
    Arrays.fill(places, NONE);
  }

  /** The rows are the shared ones again. */
  void beginRound() {
    for (int i = 0; i < size; i++) {
      places[words[i]] = NONE;
    }
    size = 0;
  }

  /** A word's row, to be changed; counts as a use. */
  float[] use(int word) {
    int place = places[word];
    if (place == NONE) {
      place = copy(word);
    }
    uses[place]++;
    return copies[place];
  }

  private int copy(int word) {
    if (size == copies.length) {
      grow();
    }
    System.arraycopy(shared[word], 0, copies[size], 0, shared[word].length);
    words[size] = word;
    uses[size] = 0;
    places[word] = size;
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

  /** Turns the copies into what was added to the shared rows. */
  void endRound() {
    for (int i = 0; i < size; i++) {
      float[] from = shared[words[i]];
      float[] copy = copies[i];
      for (int k = 0; k < copy.length; k++) {
        copy[k] -= from[k];
      }
    }
  }

  /** How many words were used in the round. */
  int size() {
    return size;
  }

  /** The words used, in the order of their first uses. */
  int word(int index) {
    return words[index];
  }

  boolean has(int word) {
    return places[word] != NONE;
  }

  int uses(int word) {
    return has(word) ? uses[places[word]] : 0;
  }

  /** What the round added to the row of a word that was used in it. */
  float[] change(int word) {
    return copies[places[word]];
  }
}

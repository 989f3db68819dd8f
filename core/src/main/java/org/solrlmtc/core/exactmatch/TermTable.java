package org.solrlmtc.core.exactmatch;

import java.util.Arrays;

/**
 * Numbers words from 0, and finds them without creating objects. Filled by one thread; then
 * thread-safe.
 */
public final class TermTable {
  /** The number of a word that is not in the table. */
  public static final int UNKNOWN = -1;

  private char[] chars = new char[1024];

  /** Word i is in {@link #chars} from {@code starts[i]} to {@code starts[i + 1]}. */
  private int[] starts = new int[256];

  private int[] hashes = new int[256];
  private int size;

  /** Open addressing: word + 1, or 0 for a free slot. At most half of the slots are taken. */
  private int[] slots = new int[1024];

  /** The number of words. */
  public int size() {
    return size;
  }

  /** The number of a word; added if it is new. */
  public int add(String word) {
    char[] text = word.toCharArray();
    int found = find(text, text.length);
    return found == UNKNOWN ? append(text) : found;
  }

  private int append(char[] word) {
    if (2 * (size + 1) > slots.length) {
      grow();
    }
    if (size + 1 == starts.length) {
      starts = Arrays.copyOf(starts, 2 * starts.length);
      hashes = Arrays.copyOf(hashes, 2 * hashes.length);
    }
    int start = starts[size];
    if (start + word.length > chars.length) {
      chars = Arrays.copyOf(chars, Math.max(2 * chars.length, start + word.length));
    }
    System.arraycopy(word, 0, chars, start, word.length);
    starts[size + 1] = start + word.length;
    hashes[size] = hash(word, word.length);
    take(size);
    return size++;
  }

  private void grow() {
    slots = new int[2 * slots.length];
    for (int word = 0; word < size; word++) {
      take(word);
    }
  }

  private void take(int word) {
    int slot = slot(hashes[word]);
    while (slots[slot] != 0) {
      slot = (slot + 1) & (slots.length - 1);
    }
    slots[slot] = word + 1;
  }

  /**
   * The number of a word, or {@link #UNKNOWN}.
   *
   * @param text the word is its first {@code length} characters
   */
  public int find(char[] text, int length) {
    int hash = hash(text, length);
    int slot = slot(hash);
    for (int entry = slots[slot]; entry != 0; entry = slots[slot]) {
      int word = entry - 1;
      if (hashes[word] == hash
          && Arrays.equals(text, 0, length, chars, starts[word], starts[word + 1])) {
        return word;
      }
      slot = (slot + 1) & (slots.length - 1);
    }
    return UNKNOWN;
  }

  private int slot(int hash) {
    return hash & (slots.length - 1);
  }

  private static int hash(char[] text, int length) {
    int hash = 0;
    for (int i = 0; i < length; i++) {
      hash = 31 * hash + text[i];
    }
    hash *= 0x9E3779B9;
    return hash ^ hash >>> 15;
  }
}

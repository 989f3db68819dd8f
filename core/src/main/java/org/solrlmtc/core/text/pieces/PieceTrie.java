package org.solrlmtc.core.text.pieces;

import java.util.Arrays;

/**
 * The pieces of a vocabulary by their characters, to find the longest one that a text begins with.
 * Edges are in one hash table, so that a lookup makes no object. Immutable and thread-safe.
 */
final class PieceTrie {
  /** Node from which pieces that begin a word are found. */
  static final int WORD = 0;

  /** Node from which all other pieces of a word are found. */
  static final int CONTINUATION = 1;

  private static final long HASH = 0x9E3779B97F4A7C15L;
  private static final int CHARACTER_BITS = 16;
  private static final long FREE = -1;
  private static final int NONE = -1;

  private final long[] keys;
  private final int[] children;

  /** The id of the piece that ends at a node. */
  private final int[] pieces;

  private final int shift;

  PieceTrie(PieceVocabulary vocabulary) {
    int characters = 2;
    for (int id = 0; id < vocabulary.size(); id++) {
      characters += vocabulary.piece(id).length();
    }
    // half full at most; the prefixes of pieces are shared
    int bits = Integer.SIZE - Integer.numberOfLeadingZeros(characters);
    shift = Long.SIZE - bits - 1;
    keys = new long[2 << bits];
    Arrays.fill(keys, FREE);
    children = new int[keys.length];
    int[] ends = new int[characters];
    Arrays.fill(ends, NONE);
    int nodes = 2;
    for (int id = 0; id < vocabulary.size(); id++) {
      String piece = vocabulary.piece(id);
      boolean continues =
          piece.startsWith(PieceVocabulary.CONTINUATION)
              && piece.length() > PieceVocabulary.CONTINUATION.length();
      int node = continues ? CONTINUATION : WORD;
      for (int i = continues ? PieceVocabulary.CONTINUATION.length() : 0; i < piece.length(); i++) {
        int slot = slot(node, piece.charAt(i));
        if (keys[slot] == FREE) {
          keys[slot] = key(node, piece.charAt(i));
          children[slot] = nodes++;
        }
        node = children[slot];
      }
      ends[node] = id;
    }
    pieces = Arrays.copyOf(ends, nodes);
  }

  private static long key(int node, char c) {
    return (long) node << CHARACTER_BITS | c;
  }

  /** The slot of an edge, or the free one where it would be. */
  private int slot(int node, char c) {
    long key = key(node, c);
    int slot = (int) (key * HASH >>> shift);
    while (keys[slot] != key && keys[slot] != FREE) {
      slot = slot + 1 & keys.length - 1;
    }
    return slot;
  }

  /**
   * Finds the longest piece at a position.
   *
   * @param root {@link #WORD} or {@link #CONTINUATION}
   * @return the id and the end of the piece, as {@code id << 32 | end}; negative if there is none
   */
  long longest(int root, char[] text, int from, int to) {
    long longest = NONE;
    int node = root;
    for (int at = from; at < to; at++) {
      int slot = slot(node, text[at]);
      if (keys[slot] == FREE) {
        break;
      }
      node = children[slot];
      if (pieces[node] != NONE) {
        longest = (long) pieces[node] << Integer.SIZE | (at + 1);
      }
    }
    return longest;
  }
}

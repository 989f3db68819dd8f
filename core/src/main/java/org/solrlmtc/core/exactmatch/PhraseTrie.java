package org.solrlmtc.core.exactmatch;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * All phrases of a dictionary as a trie over words. Every position of an act follows the trie as
 * long as phrases continue with the next word: nearly always one or two words. Immutable and
 * thread-safe.
 */
final class PhraseTrie {
  private static final int NONE = -1;

  private final TermTable words = new TermTable();

  /** By word, the node of the phrases that begin with it; {@link #NONE} if there are none. */
  private final int[] roots;

  /** Open addressing: node and next word, and the child they lead to. */
  private final long[] keys;

  private final int[] children;

  /** By node, whether it has children. */
  private final boolean[] inner;

  /** By node, the sequence of words that ends there; {@link #NONE} if none does. */
  private final int[] sequenceAt;

  /** By sequence of words, the phrases that consist of it. */
  private final int[][] phrasesOf;

  /** By phrase, its sequence of words. */
  private final int[] sequenceOf;

  PhraseTrie(List<Phrase> phrases) {
    Map<Long, Integer> edges = new HashMap<>();
    Map<Integer, Integer> first = new HashMap<>();
    Map<Integer, List<Integer>> ending = new HashMap<>();
    int nodes = 0;
    for (int p = 0; p < phrases.size(); p++) {
      int node = NONE;
      for (String term : phrases.get(p).terms()) {
        int word = words.add(term);
        Integer next = node == NONE ? first.get(word) : edges.get(key(node, word));
        if (next == null) {
          next = nodes++;
          if (node == NONE) {
            first.put(word, next);
          } else {
            edges.put(key(node, word), next);
          }
        }
        node = next;
      }
      ending.computeIfAbsent(node, key -> new ArrayList<>()).add(p);
    }
    roots = new int[words.size()];
    Arrays.fill(roots, NONE);
    first.forEach((word, node) -> roots[word] = node);
    inner = new boolean[nodes];
    keys = new long[Math.max(2, Integer.highestOneBit(edges.size() + 1) * 4)];
    Arrays.fill(keys, NONE);
    children = new int[keys.length];
    edges.forEach(this::put);
    sequenceAt = new int[nodes];
    Arrays.fill(sequenceAt, NONE);
    sequenceOf = new int[phrases.size()];
    phrasesOf = new int[ending.size()][];
    int sequence = 0;
    for (int node = 0; node < nodes; node++) {
      List<Integer> here = ending.get(node);
      if (here != null) {
        for (int phrase : here) {
          sequenceOf[phrase] = sequence;
        }
        phrasesOf[sequence] = here.stream().mapToInt(Integer::intValue).toArray();
        sequenceAt[node] = sequence++;
      }
    }
  }

  private static long key(int node, int word) {
    return (long) node << 32 | word;
  }

  private void put(long key, int child) {
    int slot = slot(key);
    while (keys[slot] != NONE) {
      slot = (slot + 1) & (keys.length - 1);
    }
    keys[slot] = key;
    children[slot] = child;
    inner[(int) (key >>> 32)] = true;
  }

  private int child(int node, int word) {
    long key = key(node, word);
    int slot = slot(key);
    while (keys[slot] != NONE) {
      if (keys[slot] == key) {
        return children[slot];
      }
      slot = (slot + 1) & (keys.length - 1);
    }
    return NONE;
  }

  private int slot(long key) {
    long mixed = key * 0x9E3779B97F4A7C15L;
    return (int) (mixed >>> 40) & (keys.length - 1);
  }

  /** The words of all phrases. */
  TermTable words() {
    return words;
  }

  /** The number of different sequences of words. */
  int sequences() {
    return phrasesOf.length;
  }

  /** The phrases that consist of a sequence of words. */
  int[] phrases(int sequence) {
    return phrasesOf[sequence];
  }

  /** The sequence of words of a phrase. */
  int sequence(int phrase) {
    return sequenceOf[phrase];
  }

  /** Receives the occurrences of sequences of words. */
  @FunctionalInterface
  interface Visitor {
    void occurrence(int sequence);
  }

  /** Visits every occurrence between two positions of an act. */
  void forEach(int[] numbers, int from, int to, Visitor visitor) {
    for (int at = from; at < to; at++) {
      if (numbers[at] < 0) {
        continue;
      }
      int node = roots[numbers[at]];
      for (int next = at + 1; node != NONE; next++) {
        if (sequenceAt[node] != NONE) {
          visitor.occurrence(sequenceAt[node]);
        }
        if (!inner[node] || next == to || numbers[next] < 0) {
          break;
        }
        node = child(node, numbers[next]);
      }
    }
  }
}

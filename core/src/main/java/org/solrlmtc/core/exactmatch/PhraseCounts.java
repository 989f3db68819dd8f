package org.solrlmtc.core.exactmatch;

import java.util.Arrays;
import org.solrlmtc.core.act.Zone;

/**
 * How often each sequence of words of a {@link PhraseTrie} is in the zones of an act. Filled again
 * for each act, by one thread.
 */
final class PhraseCounts {
  private static final int ZONES = Zone.values().length;

  final ActWords words = new ActWords();
  private final PhraseTrie trie;

  /** Per sequence and zone; all 0 between acts. */
  private final int[] counts;

  /** The sequences found, in the order of their first occurrence. */
  private int[] found = new int[64];

  private int size;

  PhraseCounts(PhraseTrie trie) {
    this.trie = trie;
    this.counts = new int[trie.sequences() * ZONES];
  }

  /** Counts in {@link #words}. */
  void count() {
    clear();
    int from = 0;
    for (int zone = 0; zone < ZONES; zone++) {
      int inZone = zone;
      trie.forEach(words.numbers(), from, words.end(zone), sequence -> add(sequence, inZone));
      from = words.end(zone);
    }
  }

  private void clear() {
    for (int i = 0; i < size; i++) {
      Arrays.fill(counts, found[i] * ZONES, (found[i] + 1) * ZONES, 0);
    }
    size = 0;
  }

  private void add(int sequence, int zone) {
    if (!isFound(sequence)) {
      if (size == found.length) {
        found = Arrays.copyOf(found, 2 * size);
      }
      found[size++] = sequence;
    }
    counts[sequence * ZONES + zone]++;
  }

  /** The number of different sequences found. */
  int size() {
    return size;
  }

  /** The i-th sequence found. */
  int sequence(int i) {
    return found[i];
  }

  @SuppressWarnings("EnumOrdinal") // an array by zone: this is an inner loop
  int count(int sequence, Zone zone) {
    return counts[sequence * ZONES + zone.ordinal()];
  }

  /** The occurrences in all zones. */
  int total(int sequence) {
    int total = 0;
    for (int zone = 0; zone < ZONES; zone++) {
      total += counts[sequence * ZONES + zone];
    }
    return total;
  }

  boolean isFound(int sequence) {
    return total(sequence) > 0;
  }
}

package org.solrlmtc.core.neighbours;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.BytesRef;

/**
 * The acts of a memory at one moment, read completely: no file stays open for them. Immutable and
 * thread-safe.
 */
final class AddedActs {
  private static final String SEPARATOR = "\n";

  private final TermPostings postings;

  /** By number; null for the number of a deleted act. */
  private final Entry[] entries;

  /** The number of each act by its id, oldest first. */
  private final Map<String, Integer> numbers = new LinkedHashMap<>();

  /**
   * An act of a memory.
   *
   * @param concepts ids, known to the model or not
   */
  record Entry(String id, String title, List<String> concepts) {}

  private AddedActs(List<LeafReaderContext> leaves, int acts, int features) throws IOException {
    this.postings = new TermPostings(leaves, features);
    this.entries = new Entry[acts];
    for (LeafReaderContext leaf : leaves) {
      read(leaf);
    }
  }

  /** No acts. */
  static AddedActs none() {
    try {
      return new AddedActs(List.of(), 0, 0);
    } catch (IOException e) {
      throw new IllegalStateException("there is nothing to read", e);
    }
  }

  /**
   * @param features number of terms of the vocabulary
   * @throws IOException if the index is damaged
   */
  static AddedActs read(DirectoryReader reader, int features) throws IOException {
    return new AddedActs(reader.leaves(), reader.maxDoc(), features);
  }

  private void read(LeafReaderContext leaf) throws IOException {
    Bits live = leaf.reader().getLiveDocs();
    BinaryDocValues ids = leaf.reader().getBinaryDocValues(ActFields.ID);
    BinaryDocValues titles = leaf.reader().getBinaryDocValues(ActFields.TITLE);
    BinaryDocValues concepts = leaf.reader().getBinaryDocValues(ActFields.CONCEPTS);
    for (int act = 0; act < leaf.reader().maxDoc(); act++) {
      if (live != null && !live.get(act)) {
        continue;
      }
      Entry entry =
          new Entry(
              text(ids, act), text(titles, act), List.of(text(concepts, act).split(SEPARATOR)));
      entries[leaf.docBase + act] = entry;
      if (entry.id().isEmpty() || numbers.put(entry.id(), leaf.docBase + act) != null) {
        throw new DamagedIndexException(
            "act " + act + " has " + (entry.id().isEmpty() ? "no id" : "the id of another one"));
      }
    }
  }

  private static String text(BinaryDocValues values, int act) throws IOException {
    if (values == null || !values.advanceExact(act)) {
      return "";
    }
    BytesRef bytes = values.binaryValue();
    return new String(bytes.bytes, bytes.offset, bytes.length, StandardCharsets.UTF_8);
  }

  /** The stored form of concepts. */
  static BytesRef stored(List<String> concepts) {
    return new BytesRef(String.join(SEPARATOR, concepts));
  }

  /** The numbers of acts are below this. */
  int end() {
    return entries.length;
  }

  /** The ids of the acts, oldest first. */
  Set<String> ids() {
    return Collections.unmodifiableSet(numbers.keySet());
  }

  /** The number of the act with an id; -1 if there is none. */
  int number(String id) {
    return numbers.getOrDefault(id, -1);
  }

  /** An act by its number; null if it was deleted. */
  Entry entry(int number) {
    return entries[number];
  }

  /** As {@link TermPostings#addSimilarities}. */
  void addSimilarities(TermWeights terms, int[] sums, int first) {
    postings.addSimilarities(terms, sums, first);
  }
}

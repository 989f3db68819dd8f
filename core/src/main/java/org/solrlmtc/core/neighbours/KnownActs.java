package org.solrlmtc.core.neighbours;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Set;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.ReaderUtil;
import org.apache.lucene.index.SortedNumericDocValues;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.store.Directory;
import org.apache.lucene.util.BytesRef;
import org.solrlmtc.core.bundle.HeapLimit;

/**
 * The acts of a Lucene index with their terms and labels, which are read and checked once. Ids and
 * titles stay in the index. Immutable and thread-safe.
 */
final class KnownActs implements AutoCloseable {
  private final DirectoryReader reader;
  private final int acts;

  /** The labels of act i are those from {@code labelStarts[i]} to {@code labelStarts[i + 1]}. */
  private final int[] labelStarts;

  private final int[] labels;
  private final TermPostings postings;

  private KnownActs(DirectoryReader reader, int features, int labelCount) throws IOException {
    this.reader = reader;
    this.acts = reader.maxDoc();
    this.labelStarts = new int[acts + 1];
    this.postings = new TermPostings(reader.leaves(), features);
    long labelUses = 0;
    for (LeafReaderContext leaf : reader.leaves()) {
      labelUses += countLabels(leaf);
    }
    HeapLimit.check(labelUses * 4, "the index of known acts");
    if (labelUses > Integer.MAX_VALUE - 8) {
      throw new DamagedIndexException("it has too many labels");
    }
    for (int i = 0; i < acts; i++) {
      labelStarts[i + 1] += labelStarts[i];
    }
    this.labels = new int[(int) labelUses];
    for (LeafReaderContext leaf : reader.leaves()) {
      readLabels(leaf, labelCount);
    }
  }

  /**
   * Reads an index.
   *
   * @param features number of terms of the vocabulary
   * @param labelCount number of labels of the model
   * @throws IOException if it is damaged
   * @throws DamagedIndexException if it does not fit the model
   */
  static KnownActs open(Directory directory, int features, int labelCount) throws IOException {
    DirectoryReader reader = DirectoryReader.open(directory);
    try {
      return new KnownActs(reader, features, labelCount);
    } catch (IOException | RuntimeException e) {
      reader.close();
      throw e;
    }
  }

  private long countLabels(LeafReaderContext leaf) throws IOException {
    SortedNumericDocValues values = leaf.reader().getSortedNumericDocValues(ActFields.LABELS);
    long sum = 0;
    if (values != null) {
      while (values.nextDoc() != DocIdSetIterator.NO_MORE_DOCS) {
        labelStarts[leaf.docBase + values.docID() + 1] = values.docValueCount();
        sum += values.docValueCount();
      }
    }
    return sum;
  }

  private void readLabels(LeafReaderContext leaf, int labelCount) throws IOException {
    SortedNumericDocValues values = leaf.reader().getSortedNumericDocValues(ActFields.LABELS);
    if (values == null) {
      return;
    }
    while (values.nextDoc() != DocIdSetIterator.NO_MORE_DOCS) {
      int start = labelStarts[leaf.docBase + values.docID()];
      for (int i = 0; i < values.docValueCount(); i++) {
        long label = values.nextValue();
        if (label < 0 || label >= labelCount) {
          throw new DamagedIndexException(
              "act " + values.docID() + " has label number " + label + " of " + labelCount);
        }
        labels[start + i] = (int) label;
      }
    }
  }

  /** The number of acts. */
  int size() {
    return acts;
  }

  /**
   * Adds up the similarity of every act to some terms.
   *
   * @param sums one per act or more, all 0
   */
  void addSimilarities(TermWeights terms, int[] sums) {
    postings.addSimilarities(terms, sums, 0);
  }

  /** The labels of an act. */
  int[] labels(int act) {
    return Arrays.copyOfRange(labels, labelStarts[act], labelStarts[act + 1]);
  }

  /** The acts that have one of these ids, by number. */
  BitSet numbers(Set<String> ids) throws IOException {
    BitSet numbers = new BitSet(acts);
    for (LeafReaderContext leaf : reader.leaves()) {
      BinaryDocValues values = leaf.reader().getBinaryDocValues(ActFields.ID);
      while (values != null && values.nextDoc() != DocIdSetIterator.NO_MORE_DOCS) {
        if (ids.contains(text(values.binaryValue()))) {
          numbers.set(leaf.docBase + values.docID());
        }
      }
    }
    return numbers;
  }

  String id(int act) throws IOException {
    return text(act, ActFields.ID);
  }

  /** The title of an act; empty if it is not stored. */
  String title(int act) throws IOException {
    return text(act, ActFields.TITLE);
  }

  private String text(int act, String field) throws IOException {
    LeafReaderContext leaf = reader.leaves().get(ReaderUtil.subIndex(act, reader.leaves()));
    BinaryDocValues values = leaf.reader().getBinaryDocValues(field);
    if (values == null || !values.advanceExact(act - leaf.docBase)) {
      return "";
    }
    return text(values.binaryValue());
  }

  private static String text(BytesRef bytes) {
    return new String(bytes.bytes, bytes.offset, bytes.length, StandardCharsets.UTF_8);
  }

  @Override
  public void close() throws IOException {
    reader.close();
  }
}

package org.solrlmtc.core.neighbours;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.ReaderUtil;
import org.apache.lucene.index.SortedNumericDocValues;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.store.Directory;
import org.apache.lucene.util.BytesRef;
import org.solrlmtc.core.bundle.HeapLimit;

/**
 * The acts of a Lucene index with their labels. Postings are decoded once, into flat arrays: adding
 * up the products of all terms of an act is then a few loops, and everything is checked before it
 * is used. Ids and titles stay in the index. Immutable and thread-safe.
 */
final class KnownActs implements AutoCloseable {
  private final DirectoryReader reader;
  private final int acts;

  /** The labels of act i are those from {@code labelStarts[i]} to {@code labelStarts[i + 1]}. */
  private final int[] labelStarts;

  private final int[] labels;

  /** The postings of feature i are those from {@code starts[i]} to {@code starts[i + 1]}. */
  private final int[] starts;

  private final int[] postings;
  private final byte[] weights;

  private KnownActs(DirectoryReader reader, int features, int labelCount) throws IOException {
    this.reader = reader;
    this.acts = reader.maxDoc();
    this.starts = new int[features + 1];
    this.labelStarts = new int[acts + 1];
    long postingCount = 0;
    long labelUses = 0;
    for (LeafReaderContext leaf : reader.leaves()) {
      leaf.reader().checkIntegrity();
      postingCount += count(leaf.reader());
      labelUses += countLabels(leaf);
    }
    HeapLimit.check(postingCount * 5 + labelUses * 4, "the index of known acts");
    if (postingCount > Integer.MAX_VALUE - 8 || labelUses > Integer.MAX_VALUE - 8) {
      throw new DamagedIndexException("it has too many terms or labels");
    }
    for (int i = 0; i < features; i++) {
      starts[i + 1] += starts[i];
    }
    for (int i = 0; i < acts; i++) {
      labelStarts[i + 1] += labelStarts[i];
    }
    this.postings = new int[(int) postingCount];
    this.weights = new byte[(int) postingCount];
    this.labels = new int[(int) labelUses];
    int[] next = Arrays.copyOf(starts, features);
    for (LeafReaderContext leaf : reader.leaves()) {
      readPostings(leaf, next);
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

  /** An index that is no index of known acts of this model. */
  static final class DamagedIndexException extends IOException {
    private static final long serialVersionUID = 1L;

    DamagedIndexException(String message) {
      super(message);
    }
  }

  private long count(LeafReader leaf) throws IOException {
    Terms terms = leaf.terms(ActFields.TERMS);
    if (terms == null) {
      return 0;
    }
    long sum = 0;
    TermsEnum all = terms.iterator();
    for (BytesRef term = all.next(); term != null; term = all.next()) {
      int found = all.docFreq();
      if (found < 1 || found > leaf.maxDoc()) {
        throw new DamagedIndexException("a term has " + found + " acts");
      }
      starts[feature(term) + 1] += found;
      sum += found;
    }
    return sum;
  }

  private int feature(BytesRef term) throws DamagedIndexException {
    int feature = ActFields.feature(term);
    if (feature < 0 || feature >= starts.length - 1) {
      throw new DamagedIndexException(
          "it has the term " + term + ", which is not in the vocabulary");
    }
    return feature;
  }

  private void readPostings(LeafReaderContext leaf, int[] next) throws IOException {
    Terms terms = leaf.reader().terms(ActFields.TERMS);
    if (terms == null) {
      return;
    }
    TermsEnum all = terms.iterator();
    PostingsEnum found = null;
    for (BytesRef term = all.next(); term != null; term = all.next()) {
      int feature = feature(term);
      found = all.postings(found, PostingsEnum.FREQS);
      for (int act = found.nextDoc(); act != DocIdSetIterator.NO_MORE_DOCS; act = found.nextDoc()) {
        int weight = found.freq();
        if (act < 0 || act >= leaf.reader().maxDoc() || weight < 1 || weight > TermWeights.ONE) {
          throw new DamagedIndexException("act " + act + " has a term of weight " + weight);
        }
        if (next[feature] == starts[feature + 1]) {
          throw new DamagedIndexException("a term has more acts than it says");
        }
        postings[next[feature]] = leaf.docBase + act;
        weights[next[feature]++] = (byte) weight;
      }
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
   * @param sums one per act, all 0
   */
  void addSimilarities(TermWeights terms, int[] sums) {
    for (int i = 0; i < terms.features().length; i++) {
      int weight = terms.weights()[i];
      int end = starts[terms.features()[i] + 1];
      for (int at = starts[terms.features()[i]]; at < end; at++) {
        sums[postings[at]] += weight * (weights[at] & 0xFF);
      }
    }
  }

  /** The labels of an act. */
  int[] labels(int act) {
    return Arrays.copyOfRange(labels, labelStarts[act], labelStarts[act + 1]);
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
    BytesRef bytes = values.binaryValue();
    return new String(bytes.bytes, bytes.offset, bytes.length, StandardCharsets.UTF_8);
  }

  @Override
  public void close() throws IOException {
    reader.close();
  }
}

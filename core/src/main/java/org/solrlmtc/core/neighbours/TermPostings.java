package org.solrlmtc.core.neighbours;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.BytesRef;
import org.solrlmtc.core.bundle.HeapLimit;

/**
 * The terms of indexed acts, decoded into flat arrays: adding up the products of all terms of an
 * act is then a few loops, and everything is checked before it is used. Deleted acts have no terms.
 * Immutable and thread-safe.
 */
final class TermPostings {
  /** The postings of feature i are those from {@code starts[i]} to {@code starts[i + 1]}. */
  private final int[] starts;

  private final int[] postings;
  private final byte[] weights;

  /**
   * @param leaves the segments of the index
   * @param features number of terms of the vocabulary
   * @throws IOException if the index is damaged or of another vocabulary
   */
  TermPostings(List<LeafReaderContext> leaves, int features) throws IOException {
    this.starts = new int[features + 1];
    long count = 0;
    for (LeafReaderContext leaf : leaves) {
      leaf.reader().checkIntegrity();
      count += count(leaf.reader());
    }
    HeapLimit.check(count * 5, "the index of known acts");
    if (count > Integer.MAX_VALUE - 8) {
      throw new DamagedIndexException("it has too many terms");
    }
    for (int i = 0; i < features; i++) {
      starts[i + 1] += starts[i];
    }
    this.postings = new int[(int) count];
    this.weights = new byte[(int) count];
    int[] next = Arrays.copyOf(starts, features);
    for (LeafReaderContext leaf : leaves) {
      read(leaf, next);
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

  private void read(LeafReaderContext leaf, int[] next) throws IOException {
    Terms terms = leaf.reader().terms(ActFields.TERMS);
    if (terms == null) {
      return;
    }
    Bits live = leaf.reader().getLiveDocs();
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
        // what is left of the space of deleted acts has the weight 0
        if (live == null || live.get(act)) {
          postings[next[feature]] = leaf.docBase + act;
          weights[next[feature]++] = (byte) weight;
        }
      }
    }
  }

  /**
   * Adds up the similarity of every act to some terms.
   *
   * @param sums one per act
   * @param first the position of the first act in {@code sums}
   */
  void addSimilarities(TermWeights terms, int[] sums, int first) {
    for (int i = 0; i < terms.features().length; i++) {
      int weight = terms.weights()[i];
      int end = starts[terms.features()[i] + 1];
      for (int at = starts[terms.features()[i]]; at < end; at++) {
        sums[first + postings[at]] += weight * (weights[at] & 0xFF);
      }
    }
  }
}

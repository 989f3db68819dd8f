package org.solrlmtc.core.neighbours;

import org.apache.lucene.util.BytesRef;

/** The fields of a known act in the Lucene index. */
final class ActFields {
  /** Terms by their number in the vocabulary; the frequency is the quantised weight. */
  static final String TERMS = "terms";

  /** Indexes of labels, as doc values. */
  static final String LABELS = "labels";

  /** Binary doc values. */
  static final String ID = "id";

  /** Binary doc values; absent if titles are not stored. */
  static final String TITLE = "title";

  private static final int TERM_BYTES = 3;

  /** Term numbers are below this. */
  static final int MAX_FEATURES = 1 << (8 * TERM_BYTES);

  private ActFields() {}

  /** The bytes of a term: its number, so that terms are in the order of the vocabulary. */
  static BytesRef term(int feature) {
    byte[] bytes = {(byte) (feature >>> 16), (byte) (feature >>> 8), (byte) feature};
    return new BytesRef(bytes);
  }

  /** The number of a term; -1 if these bytes are none. */
  static int feature(BytesRef term) {
    if (term.length != TERM_BYTES) {
      return -1;
    }
    return (term.bytes[term.offset] & 0xFF) << 16
        | (term.bytes[term.offset + 1] & 0xFF) << 8
        | term.bytes[term.offset + 2] & 0xFF;
  }
}

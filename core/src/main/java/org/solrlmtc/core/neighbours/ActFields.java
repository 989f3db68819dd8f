package org.solrlmtc.core.neighbours;

import org.apache.lucene.document.BinaryDocValuesField;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.util.BytesRef;

/** The fields of a known act in the Lucene index. */
final class ActFields {
  /** Terms by their number in the vocabulary; the frequency is the quantised weight. */
  static final String TERMS = "terms";

  /** Indexes of labels, as doc values. */
  static final String LABELS = "labels";

  /** Binary doc values; in a memory, also a term. */
  static final String ID = "id";

  /** Ids of concepts, as binary doc values, one per line; only in a memory. */
  static final String CONCEPTS = "concepts";

  /** Binary doc values; absent if titles are not stored. */
  static final String TITLE = "title";

  private static final int TERM_BYTES = 3;

  /** Term numbers are below this. */
  static final int MAX_FEATURES = 1 << (8 * TERM_BYTES);

  /** Longer titles are truncated. */
  private static final int MAX_TITLE = 300;

  private static final FieldType TERM_TYPE = new FieldType();

  static {
    TERM_TYPE.setIndexOptions(IndexOptions.DOCS_AND_FREQS);
    TERM_TYPE.setOmitNorms(true);
    TERM_TYPE.freeze();
  }

  private ActFields() {}

  /** The document of an act, without labels. */
  static Document document(String id, String title, TermWeights terms) {
    Document document = new Document();
    document.add(new Field(TERMS, new TermStream(terms), TERM_TYPE));
    document.add(new BinaryDocValuesField(ID, new BytesRef(id)));
    if (!title.isEmpty()) {
      String stored = title.substring(0, Math.min(title.length(), MAX_TITLE));
      document.add(new BinaryDocValuesField(TITLE, new BytesRef(stored)));
    }
    return document;
  }

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

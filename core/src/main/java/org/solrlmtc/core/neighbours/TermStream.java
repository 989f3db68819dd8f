package org.solrlmtc.core.neighbours;

import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.BytesTermAttribute;
import org.apache.lucene.analysis.tokenattributes.TermFrequencyAttribute;

/** Hands the terms of an act to Lucene, with their weights as frequencies. */
final class TermStream extends TokenStream {
  private final BytesTermAttribute term = addAttribute(BytesTermAttribute.class);
  private final TermFrequencyAttribute frequency = addAttribute(TermFrequencyAttribute.class);
  private final TermWeights terms;
  private int next;

  TermStream(TermWeights terms) {
    this.terms = terms;
  }

  @Override
  public void reset() {
    next = 0;
  }

  @Override
  public boolean incrementToken() {
    if (next == terms.features().length) {
      return false;
    }
    clearAttributes();
    term.setBytesRef(ActFields.term(terms.features()[next]));
    frequency.setTermFrequency(terms.weights()[next++]);
    return true;
  }
}

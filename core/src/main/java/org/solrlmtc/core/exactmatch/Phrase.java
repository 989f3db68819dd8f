package org.solrlmtc.core.exactmatch;

import java.util.List;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.PhraseQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TermQuery;

/**
 * A name of a concept as it is searched for.
 *
 * @param label the concept's index in the label set
 * @param terms the analysed words of the name, at least one
 * @param alternative true for a non-preferred name
 */
record Phrase(int label, List<String> terms, boolean alternative) {

  /** The words as one text: the key of the phrase in {@link PhraseFrequencies}. */
  String key() {
    return String.join(" ", terms);
  }

  /** The Lucene query that finds the name in a field. */
  Query query(String field) {
    return terms.size() == 1
        ? new TermQuery(new Term(field, terms.get(0)))
        : new PhraseQuery(field, terms.toArray(String[]::new));
  }
}

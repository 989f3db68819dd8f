package org.solrlmtc.core.exactmatch;

import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.Term;
import org.apache.lucene.index.memory.MemoryIndex;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.PhraseQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TermQuery;
import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.core.act.ZoneSelection;

/** One act as an in-memory Lucene index: one field per zone, one field value per section. */
final class ActIndex {
  private static final FrequencySimilarity FREQUENCY = new FrequencySimilarity();

  private final IndexSearcher searcher;
  private final LeafReaderContext leaf;

  ActIndex(LegalAct act, ZoneSelection zones, Analyzer analyzer) {
    MemoryIndex index = new MemoryIndex();
    index.setSimilarity(FREQUENCY);
    zones.forEachSection(act, (zone, section, text) -> index.addField(zone.key(), text, analyzer));
    searcher = index.createSearcher();
    searcher.setSimilarity(FREQUENCY);
    searcher.setQueryCache(null);
    leaf = searcher.getIndexReader().leaves().get(0);
  }

  /** The act as a scorer reads it. */
  static ActIndex of(LegalAct act, ExactMatchScorer scorer) {
    return new ActIndex(act, scorer.zones(), scorer.analyzer());
  }

  /** The query that finds a name in a field. */
  static Query query(Phrase phrase, String field) {
    return phrase.terms().size() == 1
        ? new TermQuery(new Term(field, phrase.terms().get(0)))
        : new PhraseQuery(field, phrase.terms().toArray(String[]::new));
  }

  IndexSearcher searcher() {
    return searcher;
  }

  LeafReaderContext leaf() {
    return leaf;
  }

  LeafReader reader() {
    return leaf.reader();
  }
}

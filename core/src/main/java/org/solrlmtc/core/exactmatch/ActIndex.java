package org.solrlmtc.core.exactmatch;

import java.io.IOException;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.memory.MemoryIndex;
import org.apache.lucene.search.IndexSearcher;
import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.core.act.Zone;
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

  /** The number of words of the act. */
  long words() throws IOException {
    long words = 0;
    for (Zone zone : Zone.values()) {
      Terms terms = reader().terms(zone.key());
      words += terms == null ? 0 : terms.getSumTotalTermFreq();
    }
    return words;
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

package org.solrlmtc.core.exactmatch;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Matches;
import org.apache.lucene.search.MatchesIterator;
import org.apache.lucene.search.ScoreMode;
import org.solrlmtc.core.act.Zone;

/** Runs every phrase's query against every zone: too simple to be wrong, too slow to ship. */
final class BruteForceMatcher {
  private final List<Phrase> phrases;

  BruteForceMatcher(List<Phrase> phrases) {
    this.phrases = phrases;
  }

  List<PhraseHit> match(ActIndex act) throws IOException {
    List<PhraseHit> hits = new ArrayList<>();
    IndexSearcher searcher = act.searcher();
    for (Zone zone : Zone.values()) {
      for (int phrase = 0; phrase < phrases.size(); phrase++) {
        Matches matches =
            searcher
                .createWeight(
                    searcher.rewrite(ActIndex.query(phrases.get(phrase), zone.key())),
                    ScoreMode.COMPLETE_NO_SCORES,
                    1f)
                .matches(act.leaf(), 0);
        if (matches != null) {
          int count = 0;
          for (MatchesIterator each = matches.getMatches(zone.key()); each.next(); ) {
            count++;
          }
          hits.add(new PhraseHit(phrase, zone, count));
        }
      }
    }
    return hits;
  }
}

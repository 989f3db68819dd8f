package org.solrlmtc.core.exactmatch;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.Term;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.Scorer;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.BytesRefHash;
import org.apache.lucene.util.FixedBitSet;
import org.solrlmtc.core.act.Zone;

/**
 * Finds every phrase of a dictionary in an act by phrase queries, of which only candidates run:
 * phrases whose rarest word, and then all words, occur in the zone. The rarest word is the one that
 * the fewest phrases contain, so words such as "European" do not select hundreds of candidates.
 * Fast enough to check {@link PhraseTrie} on many acts.
 */
final class MemoryIndexMatcher {
  private final List<Phrase> phrases;
  private final BytesRefHash words = new BytesRefHash();

  /** Word ids of each phrase. */
  private final int[][] wordsOf;

  /** Phrases whose rarest word it is, by word id. */
  private final int[][] phrasesByRarestWord;

  MemoryIndexMatcher(List<Phrase> phrases) {
    this.phrases = List.copyOf(phrases);
    this.wordsOf = new int[phrases.size()][];
    Map<Integer, Integer> phrasesWith = new HashMap<>();
    for (int p = 0; p < wordsOf.length; p++) {
      wordsOf[p] = phrases.get(p).terms().stream().distinct().mapToInt(this::wordId).toArray();
      for (int word : wordsOf[p]) {
        phrasesWith.merge(word, 1, Integer::sum);
      }
    }
    List<List<Integer>> byRarestWord = new ArrayList<>();
    for (int word = 0; word < words.size(); word++) {
      byRarestWord.add(new ArrayList<>());
    }
    for (int p = 0; p < wordsOf.length; p++) {
      int rarest =
          Arrays.stream(wordsOf[p])
              .boxed()
              .min(Comparator.comparing(phrasesWith::get))
              .orElseThrow();
      byRarestWord.get(rarest).add(p);
    }
    this.phrasesByRarestWord =
        byRarestWord.stream()
            .map(list -> list.stream().mapToInt(Integer::intValue).toArray())
            .toArray(int[][]::new);
  }

  private int wordId(String word) {
    int id = words.add(new BytesRef(word));
    return id >= 0 ? id : -id - 1;
  }

  /** All hits, zone by zone. */
  List<PhraseHit> match(ActIndex act) throws IOException {
    List<PhraseHit> hits = new ArrayList<>();
    for (Zone zone : Zone.values()) {
      Terms terms = act.reader().terms(zone.key());
      if (terms != null) {
        match(act, zone, terms, hits);
      }
    }
    return hits;
  }

  private void match(ActIndex act, Zone zone, Terms terms, List<PhraseHit> hits)
      throws IOException {
    FixedBitSet present = new FixedBitSet(words.size());
    TermsEnum each = terms.iterator();
    for (BytesRef term = each.next(); term != null; term = each.next()) {
      int word = words.find(term);
      if (word >= 0) {
        present.set(word);
      }
    }
    for (int word = nextSetBit(present, 0); word >= 0; word = nextSetBit(present, word + 1)) {
      for (int p : phrasesByRarestWord[word]) {
        if (allPresent(wordsOf[p], present)) {
          int count = count(act, phrases.get(p), zone.key());
          if (count > 0) {
            hits.add(new PhraseHit(p, zone, count));
          }
        }
      }
    }
  }

  /** The number of occurrences of a phrase in a field. */
  private static int count(ActIndex act, Phrase phrase, String field) throws IOException {
    if (phrase.terms().size() == 1) {
      PostingsEnum postings =
          act.reader().postings(new Term(field, phrase.terms().get(0)), PostingsEnum.FREQS);
      postings.nextDoc();
      return postings.freq();
    }
    IndexSearcher searcher = act.searcher();
    Query query = searcher.rewrite(ActIndex.query(phrase, field));
    Scorer scorer = searcher.createWeight(query, ScoreMode.COMPLETE, 1f).scorer(act.leaf());
    if (scorer == null || scorer.iterator().nextDoc() == DocIdSetIterator.NO_MORE_DOCS) {
      return 0;
    }
    // with this similarity the score is the frequency
    return (int) scorer.score();
  }

  private static boolean allPresent(int[] wordIds, FixedBitSet present) {
    for (int word : wordIds) {
      if (!present.get(word)) {
        return false;
      }
    }
    return true;
  }

  private static int nextSetBit(FixedBitSet bits, int from) {
    if (from >= bits.length()) {
      return -1;
    }
    int next = bits.nextSetBit(from);
    return next == DocIdSetIterator.NO_MORE_DOCS ? -1 : next;
  }
}

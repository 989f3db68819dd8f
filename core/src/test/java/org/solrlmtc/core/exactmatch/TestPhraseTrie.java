package org.solrlmtc.core.exactmatch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.core.act.ZoneSelection;
import org.solrlmtc.fixtures.Corpus;

/** The trie finds what running every phrase query finds, and as often. */
class TestPhraseTrie {

  /** Finds phrases with Lucene. */
  private interface Oracle {
    List<PhraseHit> match(ActIndex act) throws IOException;
  }

  @ParameterizedTest
  @EnumSource(Stemming.class)
  void agreesWithBruteForceOnTheDemoActs(Stemming stemming) throws IOException {
    ExactMatchSettings settings = new ExactMatchSettings(ZoneSelection.FULL, true, stemming, 1);
    ExactMatchScorer scorer = Names.euroVoc(settings);
    BruteForceMatcher oracle = new BruteForceMatcher(scorer.phrases());
    assertAgrees(scorer, oracle::match, Corpus.demoActs(), 5);
  }

  @Test
  void agreesWithBruteForceOnActsOfTheCorpus() throws IOException {
    List<LegalAct> acts = Corpus.acts(Corpus.file("dev.jsonl.gz"), 200);
    assertEquals(200, acts.size());
    ExactMatchScorer scorer = Names.euroVoc(ExactMatchSettings.PAPER);
    BruteForceMatcher oracle = new BruteForceMatcher(scorer.phrases());
    assertAgrees(scorer, oracle::match, acts, 5);
  }

  @Test
  void agreesWithPhraseQueriesOnTheWholeDevelopmentSplit() throws IOException {
    List<LegalAct> acts = Corpus.acts(Corpus.file("dev.jsonl.gz"), 6_000);
    assertEquals(6_000, acts.size());
    ExactMatchScorer scorer =
        Names.euroVoc(new ExactMatchSettings(ZoneSelection.FULL, true, Stemming.PLURALS, 1));
    MemoryIndexMatcher oracle = new MemoryIndexMatcher(scorer.phrases());
    assertAgrees(scorer, oracle::match, acts, 5);
  }

  /** Names and texts of three words, so that names overlap, repeat words and contain each other. */
  @Test
  void agreesWithBruteForceWhereNamesOverlap() throws IOException {
    Random random = new Random(7);
    String[] names =
        IntStream.range(0, 60).mapToObj(i -> words(random, 5)).distinct().toArray(String[]::new);
    ExactMatchScorer scorer = Names.scorer(ExactMatchSettings.PAPER, names);
    List<LegalAct> acts = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      List<String> articles = IntStream.range(0, 3).mapToObj(j -> words(random, 12)).toList();
      acts.add(new LegalAct("a" + i, "", "", words(random, 9), words(random, 20), articles, ""));
    }
    BruteForceMatcher oracle = new BruteForceMatcher(scorer.phrases());
    assertAgrees(scorer, oracle::match, acts, 20);
  }

  private static String words(Random random, int most) {
    return IntStream.rangeClosed(0, random.nextInt(most))
        .mapToObj(i -> List.of("a", "b", "c").get(random.nextInt(3)))
        .collect(Collectors.joining(" "));
  }

  private static void assertAgrees(
      ExactMatchScorer scorer, Oracle oracle, List<LegalAct> acts, int leastHits)
      throws IOException {
    int hits = 0;
    for (LegalAct act : acts) {
      List<PhraseHit> expected = oracle.match(ActIndex.of(act, scorer));
      List<PhraseHit> found = scorer.hits(act);
      assertEquals(new HashSet<>(expected), new HashSet<>(found), act.id());
      assertEquals(expected.size(), found.size(), act.id());
      hits += found.size();
    }
    assertTrue(hits > leastHits * acts.size(), "only " + hits + " hits: nothing was compared");
  }
}

package org.solrlmtc.core.exactmatch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.core.act.ZoneSelection;
import org.solrlmtc.fixtures.Corpus;

/** The fast matcher finds what running every phrase query finds, and as often. */
class TestPhraseMatcher {

  @ParameterizedTest
  @EnumSource(Stemming.class)
  void agreesWithBruteForceOnTheDemoActs(Stemming stemming) throws IOException {
    ExactMatchSettings settings = new ExactMatchSettings(ZoneSelection.FULL, true, stemming, 1);
    assertAgrees(Names.euroVoc(settings), Corpus.demoActs());
  }

  @Test
  void agreesWithBruteForceOnAThousandActsOfTheCorpus() throws IOException {
    List<LegalAct> acts = Corpus.acts(Corpus.file("dev.jsonl.gz"), 1_000);
    assertEquals(1_000, acts.size());
    assertAgrees(Names.euroVoc(ExactMatchSettings.PAPER), acts);
  }

  private static void assertAgrees(ExactMatchScorer scorer, List<LegalAct> acts)
      throws IOException {
    BruteForceMatcher oracle = new BruteForceMatcher(scorer.phrases());
    int hits = 0;
    for (LegalAct act : acts) {
      List<PhraseHit> expected = oracle.match(scorer.index(act));
      List<PhraseHit> found = scorer.hits(act);
      assertEquals(new HashSet<>(expected), new HashSet<>(found), act.id());
      assertEquals(expected.size(), found.size(), act.id());
      hits += found.size();
    }
    assertTrue(hits > 5 * acts.size(), "only " + hits + " hits: nothing was compared");
  }
}

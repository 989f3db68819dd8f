package org.solrlmtc.training.tune;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.core.decide.DecisionRule;
import org.solrlmtc.core.score.Coverage;
import org.solrlmtc.core.score.LabelScores;
import org.solrlmtc.core.score.LabelSet;

class TestShortCopies {
  private static final LabelSet LABELS =
      new LabelSet(List.of("a", "b", "c", "d"), new int[] {1, 1, 1, 1});
  private static final String TITLE = "one two three four five six seven eight nine ten";

  private static LegalAct act(String title, String header) {
    return new LegalAct("7", "", title, header, "recitals", List.of("article"), "annex");
  }

  @Test
  void aCopyHasSomeWordsOfTheTitle() {
    LegalAct copy = ShortCopies.of(act(TITLE, "the header"));
    assertEquals(8, copy.header().split(" ").length, copy.header());
    assertTrue(TITLE.contains(copy.header()), copy.header());
    assertEquals(copy, ShortCopies.of(act(TITLE, "the header")), "the same in every run");
    assertEquals(copy.header().length(), copy.length(), "nothing else");
    assertEquals("", copy.title());
    assertEquals("the header", ShortCopies.of(act("", "the header")).header());
    assertEquals("recitals", ShortCopies.of(act(" ", "")).header());
  }

  private static ScoredActs copies(int known, String... gold) {
    ScoredActs copies = new ScoredActs(10);
    copies.add(
        LabelScores.dense(LABELS, new float[] {0.9f, 0.8f, 0.7f, 0.6f})
            .withCoverage(Optional.of(new Coverage(known, known))),
        List.of(gold));
    return copies;
  }

  @Test
  void theWordsPerLabelHaveTheBestF1() {
    DecisionRule rule = DecisionRule.above(0.5);
    assertEquals(6, ShortCopies.tune(rule, copies(8, "a", "b")).wordsPerLabel(), "two of eight");
    assertEquals(
        2, ShortCopies.tune(rule, copies(8, "a", "b", "c", "d")).wordsPerLabel(), "four of eight");
    assertEquals(8, ShortCopies.tune(rule, copies(8, "a")).wordsPerLabel());
    assertEquals(
        8,
        ShortCopies.tune(rule, copies(8)).wordsPerLabel(),
        "as few as possible if none is right");
  }

  @Test
  void onlyTheBestScoresAreKept() {
    LabelScores scores =
        LabelScores.dense(LABELS, new float[] {0.9f, 0, 0.7f, 0.6f})
            .withCoverage(Optional.of(new Coverage(3, 2)));
    LabelScores kept = ShortCopies.best(scores);
    assertEquals(scores.top(10), kept.top(10));
    assertEquals(scores.coverage(), kept.coverage());
  }
}

package org.solrlmtc.core.ensemble;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.core.ensemble.EnsembleSettings.Member;
import org.solrlmtc.core.score.LabelScorer;
import org.solrlmtc.core.score.LabelScores;
import org.solrlmtc.core.score.LabelSet;
import org.solrlmtc.core.settings.Settings;

class TestEarlyExit {
  private static final LabelSet LABELS =
      new LabelSet(List.of("c0", "c1", "c2"), new int[] {9, 9, 0});
  private static final LegalAct SURE = LegalAct.ofText("sure", "milk");
  private static final LegalAct UNSURE = LegalAct.ofText("unsure", "fish");
  private static final LogisticWeights ALONE = LogisticWeights.equal(TermSet.LINEAR, 1);
  private static final LogisticWeights MEAN = LogisticWeights.equal(TermSet.LINEAR, 2);

  /** Gives the scores of each act, and remembers the acts. */
  private static final class ByAct implements LabelScorer {
    private final Map<String, float[]> scores;
    private final List<String> asked = new ArrayList<>();

    ByAct(float[] sure, float[] unsure) {
      scores = Map.of("sure", sure, "unsure", unsure);
    }

    @Override
    public LabelSet labels() {
      return LABELS;
    }

    @Override
    public List<LabelScores> score(List<LegalAct> acts) {
      acts.forEach(act -> asked.add(act.id()));
      return acts.stream().map(act -> LabelScores.dense(LABELS, scores.get(act.id()))).toList();
    }

    @Override
    public void close() {}
  }

  private final ByAct first = new ByAct(new float[] {1, 0, 0}, new float[] {0.5f, 0.5f, 0.5f});
  private final ByAct second = new ByAct(new float[] {0, 1, 0}, new float[] {0.9f, 0.1f, 0.2f});

  private EnsembleScorer ensemble(int candidates, Optional<EarlyExit> exit) {
    EnsembleSettings settings =
        new EnsembleSettings(
            List.of(new Member("first", "x", Map.of()), new Member("second", "x", Map.of())),
            candidates,
            "",
            LogisticCombiner.settings(MEAN, MEAN));
    return new EnsembleScorer(
        LABELS,
        new Members(List.of(first, second), settings),
        new LogisticCombiner(LABELS, 2, MEAN, MEAN),
        Optional.empty(),
        exit);
  }

  private EnsembleScorer exitingAt(double confidence) {
    return ensemble(
        0,
        Optional.of(
            new EarlyExit(List.of(0), confidence, new LogisticCombiner(LABELS, 1, ALONE, ALONE))));
  }

  private static Map<Integer, Float> map(LabelScores scores) {
    Map<Integer, Float> map = new TreeMap<>();
    scores.forEach(map::put);
    return map;
  }

  @Test
  void onlyActsThatTheFirstMembersAreNotSureOfReachTheOthers() {
    List<LabelScores> scores = exitingAt(0.9).score(List.of(SURE, UNSURE, SURE));
    assertEquals(List.of("sure", "unsure", "sure"), first.asked, "each act once");
    assertEquals(List.of("unsure"), second.asked);
    assertEquals(Map.of(0, 0.9995f), map(scores.get(0)), "by the first member alone");
    assertEquals(map(scores.get(0)), map(scores.get(2)));
    assertEquals(
        map(ensemble(0, Optional.empty()).score(List.of(UNSURE)).get(0)),
        map(scores.get(1)),
        "by both");
  }

  @Test
  void whichActsDoesNotDependOnTheBatch() {
    EnsembleScorer scorer = exitingAt(0.9);
    List<LabelScores> together = scorer.score(List.of(UNSURE, SURE));
    assertEquals(map(scorer.score(List.of(UNSURE)).get(0)), map(together.get(0)));
    assertEquals(map(scorer.score(List.of(SURE)).get(0)), map(together.get(1)));
    assertEquals(List.of(false, true), scorer.exits(List.of(UNSURE, SURE)));
  }

  @Test
  void theConfidenceCanBeChanged() {
    EnsembleScorer scorer = exitingAt(0.9);
    assertEquals(List.of(true, true), scorer.withEarlyExitAt(0).exits(List.of(UNSURE, SURE)));
    assertEquals(List.of(false, false), scorer.withEarlyExitAt(1).exits(List.of(UNSURE, SURE)));
    assertThrows(IllegalArgumentException.class, () -> scorer.withEarlyExitAt(1.1));
    assertThrows(
        IllegalStateException.class, () -> ensemble(0, Optional.empty()).withEarlyExitAt(0.5));
  }

  @Test
  void theExpectedF1IsThatOfTheBestNumberOfLabels() {
    assertEquals(0, LabelScores.dense(LABELS, new float[3]).expectedF1());
    assertEquals(1, LabelScores.dense(LABELS, new float[] {1, 0, 1}).expectedF1());
    assertEquals(
        1.5 / 2.25, LabelScores.dense(LABELS, new float[] {0.5f, 0.5f, 0.5f}).expectedF1(), 1e-9);
    assertEquals(
        2 * 1.0 / (1 + 1.25),
        LabelScores.sparse(LABELS, new int[] {2, 0}, new float[] {0.25f, 1}).expectedF1(),
        1e-9);
  }

  @Test
  void settingsAreKeptAndWrongOnesRefused() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put(
        "members",
        List.of(
            Map.of("name", "first", "method", "x", "settings", Map.of()),
            Map.of("name", "second", "method", "x", "settings", Map.of())));
    map.put("combiner", Map.of("type", "logistic"));
    map.put(
        "earlyExit",
        Map.of("members", List.of("first"), "confidence", 0.7, "combiner", Map.of("type", "x")));
    EnsembleSettings read = EnsembleSettings.read(new Settings("ensemble", map));
    assertEquals(0.7, read.earlyExit().orElseThrow().confidence());
    assertEquals(read, EnsembleSettings.read(new Settings("ensemble", read.toMap())));
    refused(map, List.of("third"), 0.7, "'third', which is no member: use first, second");
    refused(map, List.of("first", "second"), 0.7, "must name some, but not all members");
    refused(map, List.of("first", "first"), 0.7, "each once");
    refused(map, List.of("first"), 1.5, "'confidence' of 'earlyExit' must be between 0 and 1");
    refused(map, List.of("first"), Double.NaN, "not NaN");
  }

  private static void refused(
      Map<String, Object> map, List<String> members, double confidence, String reason) {
    Map<String, Object> wrong = new LinkedHashMap<>(map);
    wrong.put(
        "earlyExit",
        Map.of("members", members, "confidence", confidence, "combiner", Map.of("type", "x")));
    IllegalArgumentException e =
        assertThrows(
            IllegalArgumentException.class,
            () -> EnsembleSettings.read(new Settings("ensemble", wrong)));
    assertTrue(e.getMessage().contains(reason), e.getMessage());
  }
}

package org.solrlmtc.core.ensemble;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.core.act.Zone;
import org.solrlmtc.core.bundle.BundleException;
import org.solrlmtc.core.bundle.BundleWriter;
import org.solrlmtc.core.bundle.ModelBundle;
import org.solrlmtc.core.bundle.Scorers;
import org.solrlmtc.core.decide.DecisionRule;
import org.solrlmtc.core.ensemble.EnsembleSettings.Member;
import org.solrlmtc.core.score.Coverage;
import org.solrlmtc.core.score.Evidence;
import org.solrlmtc.core.score.LabelScorer;
import org.solrlmtc.core.score.LabelScores;
import org.solrlmtc.core.score.LabelSet;
import org.solrlmtc.core.score.ScoredLabel;
import org.solrlmtc.core.thesaurus.Thesaurus;
import org.solrlmtc.fixtures.TinyThesaurus;

class TestEnsembleScorer {
  private static final LabelSet LABELS =
      new LabelSet(List.of("c0", "c1", "c2"), new int[] {9, 9, 0});
  private static final LegalAct ACT = LegalAct.ofText("a", "milk");

  private static final LogisticWeights MEAN = LogisticWeights.equal(TermSet.LINEAR, 2);
  private static final Map<String, Object> LOGISTIC = LogisticCombiner.settings(MEAN, MEAN);

  /** Gives fixed scores and remembers what it was asked. */
  private static final class Fixed implements LabelScorer {
    private final float[] scores;
    private final boolean candidatesOnly;
    private final boolean explaining;
    private final List<String> asked = new ArrayList<>();
    private Optional<Coverage> coverage = Optional.empty();

    Fixed(boolean candidatesOnly, boolean explaining, float... scores) {
      this.scores = scores;
      this.candidatesOnly = candidatesOnly;
      this.explaining = explaining;
    }

    @Override
    public LabelSet labels() {
      return LABELS;
    }

    @Override
    public List<LabelScores> score(List<LegalAct> acts) {
      asked.add("all");
      return acts.stream()
          .map(act -> LabelScores.dense(LABELS, scores).withCoverage(coverage))
          .toList();
    }

    @Override
    public boolean scoresCandidates() {
      return candidatesOnly;
    }

    @Override
    public List<LabelScores> score(List<LegalAct> acts, List<int[]> candidates) {
      candidates.forEach(some -> asked.add(Arrays.toString(some)));
      List<LabelScores> some = LabelScorer.super.score(acts, candidates);
      asked.remove("all");
      return some;
    }

    @Override
    public boolean explains() {
      return explaining;
    }

    @Override
    public List<List<Evidence>> explain(LegalAct act, int[] wanted, int limit) {
      return explaining
          ? List.of(List.of(new Evidence(Zone.MAIN_BODY, 0, 0, 4, 2)))
          : LabelScorer.super.explain(act, wanted, limit);
    }

    @Override
    public void close() {}
  }

  private static EnsembleScorer ensemble(int candidates, String from, Fixed first, Fixed second) {
    EnsembleSettings settings =
        new EnsembleSettings(
            List.of(new Member("first", "x", Map.of()), new Member("second", "x", Map.of())),
            candidates,
            from,
            LOGISTIC);
    return new EnsembleScorer(
        LABELS,
        new Members(List.of(first, second), settings),
        new LogisticCombiner(LABELS, 2, MEAN, MEAN),
        Optional.empty(),
        Optional.empty());
  }

  @Test
  void theCoverageIsThatOfTheFirstMemberThatHasOne() {
    Fixed first = new Fixed(true, false, 0.9f, 0.8f, 0.1f);
    Fixed second = new Fixed(true, false, 0.1f, 0.2f, 0.9f);
    try (EnsembleScorer scorer = ensemble(2, "", first, second)) {
      assertEquals(Optional.empty(), scorer.score(List.of(ACT)).get(0).coverage());
      second.coverage = Optional.of(new Coverage(9, 7));
      assertEquals(second.coverage, scorer.score(List.of(ACT)).get(0).coverage());
      first.coverage = Optional.of(new Coverage(5, 4));
      assertEquals(first.coverage, scorer.score(List.of(ACT)).get(0).coverage());
    }
  }

  @Test
  void candidatesComeFromTheFirstMemberUnlessAnotherIsNamed() {
    for (String from : List.of("", "first")) {
      Fixed first = new Fixed(true, false, 0.9f, 0.8f, 0.1f);
      Fixed second = new Fixed(true, false, 0.1f, 0.2f, 0.9f);
      try (EnsembleScorer scorer = ensemble(2, from, first, second)) {
        assertEquals(1, scorer.score(List.of(ACT)).size());
      }
      assertEquals(List.of("all"), first.asked);
      assertEquals(List.of("[0, 1]"), second.asked);
    }
  }

  @Test
  void candidatesCanComeFromALaterMemberAndScoresStayInTheOrderOfMembers() {
    Fixed first = new Fixed(true, false, 0.9f, 0.8f, 0.1f);
    Fixed second = new Fixed(false, false, 0.1f, 0.2f, 0.9f);
    try (EnsembleScorer scorer = ensemble(2, "second", first, second)) {
      List<LabelScores> scores = scorer.outputs(List.of(ACT)).get(0).scores();
      assertEquals(List.of("c1", "c2"), ids(scores.get(0)));
      assertEquals(List.of("c2", "c1", "c0"), ids(scores.get(1)));
    }
    assertEquals(List.of("[2, 1]"), first.asked);
    assertEquals(List.of("all"), second.asked);
  }

  @Test
  void membersThatCannotScoreCandidatesScoreAllLabels() {
    Fixed first = new Fixed(false, false, 0.9f, 0.8f, 0.1f);
    Fixed second = new Fixed(false, false, 0.1f, 0.2f, 0.9f);
    try (EnsembleScorer scorer = ensemble(1, "", first, second)) {
      assertEquals(3, scorer.outputs(List.of(ACT)).get(0).scores().get(1).top(9).size());
    }
    assertEquals(List.of("all"), second.asked);
  }

  private static List<String> ids(LabelScores scores) {
    return scores.top(9).stream().map(ScoredLabel::id).toList();
  }

  @Test
  void anEnsembleExplainsWhenAMemberDoes() {
    Fixed unexplained = new Fixed(false, false, 0.9f, 0.8f, 0.1f);
    Fixed explaining = new Fixed(false, true, 0.9f, 0.8f, 0.1f);
    assertFalse(unexplained.explains());
    try (EnsembleScorer scorer = ensemble(0, "", unexplained, unexplained)) {
      assertFalse(scorer.explains());
      assertEquals(List.of(List.of()), scorer.explain(ACT, new int[] {0}, 5));
    }
    try (EnsembleScorer scorer = ensemble(0, "", unexplained, explaining)) {
      assertTrue(scorer.explains());
      // each member has half of the weight
      Evidence evidence = scorer.explain(ACT, new int[] {0}, 5).get(0).get(0);
      assertEquals(1, evidence.weight(), 1e-6);
    }
  }

  @TempDir Path models;

  /** Two members that find names, which need no files. */
  private ModelBundle write(Map<String, Object> changes) throws IOException {
    Thesaurus thesaurus =
        TinyThesaurus.of(
            TinyThesaurus.concept("milk", "milk"),
            TinyThesaurus.concept("cheese", "cheese"),
            TinyThesaurus.concept("butter", "butter"));
    LabelSet labels = new LabelSet(List.of("milk", "cheese", "butter"), new int[] {9, 9, 9});
    Map<String, Object> settings = new LinkedHashMap<>();
    settings.put(
        "members",
        List.of(
            Map.of("name", "whole", "method", "exact-match", "settings", Map.of()),
            Map.of("name", "header", "method", "exact-match", "settings", Map.of("zones", "H"))));
    settings.put("combiner", LOGISTIC);
    settings.putAll(changes);
    try (BundleWriter writer = new BundleWriter(models.resolve("both"), labels, thesaurus)) {
      return writer.finish(
          "1",
          EnsembleScorerProvider.METHOD,
          settings,
          DecisionRule.above(0.5),
          Map.of(),
          Map.of());
    }
  }

  private static final LegalAct DAIRY =
      new LegalAct("a", "", "", "milk", "", List.of("milk and cheese"), "");

  @Test
  void aCombinerIsFoundByItsNameAndGetsItsOwnSettings() throws IOException {
    try (LabelScorer logistic = Scorers.open(write(Map.of()));
        LabelScorer half =
            Scorers.open(write(Map.of("combiner", Map.of("type", "maximum", "factor", 0.5))));
        LabelScorer whole = Scorers.open(write(Map.of("combiner", Map.of("type", "maximum"))))) {
      List<ScoredLabel> found = whole.score(List.of(DAIRY)).get(0).top(9);
      assertEquals(List.of("milk", "cheese"), found.stream().map(ScoredLabel::id).toList());
      assertEquals(
          found.get(0).score() / 2, half.score(List.of(DAIRY)).get(0).top(9).get(0).score(), 1e-6);
      assertEquals(2, logistic.score(List.of(DAIRY)).get(0).top(9).size());
      assertTrue(whole.explains());
      assertTrue(logistic.explains());
    }
  }

  @Test
  void wrongSettingsAreRefusedByName() throws IOException {
    refused(
        "bundle 'both': unknown combiner 'trees'; known combiners: logistic, maximum",
        Map.of("combiner", Map.of("type", "trees")));
    refused(
        "unknown ensemble combiner setting 'depth'",
        Map.of("combiner", Map.of("type", "maximum", "depth", 3)));
    refused(
        "unknown ensemble combiner trained setting 'form'",
        Map.of(
            "combiner", Map.of("trained", Map.of("weights", List.of(0, 1, 1), "form", "linear"))));
    refused(
        "'weights' has 0 numbers, but the terms linear of 2 members are 3",
        Map.of("combiner", Map.of()));
    refused(
        "the setting 'candidatesFrom' is 'body', which is no member: use whole, header",
        Map.of("candidatesFrom", "body"));
    refused("unknown ensemble setting 'trained'", Map.of("trained", Map.of()));
  }

  private void refused(String message, Map<String, Object> changes) throws IOException {
    ModelBundle bundle = write(changes);
    BundleException e = assertThrows(BundleException.class, () -> Scorers.open(bundle));
    assertTrue(e.getMessage().contains(message), e.getMessage());
  }

  @Test
  void settingsComeBackFromTheirStoredForm() throws IOException {
    EnsembleSettings settings =
        EnsembleSettings.of(write(Map.of("candidates", 7, "candidatesFrom", "header")));
    assertEquals(7, settings.candidates());
    assertEquals(1, settings.candidateMember());
    assertEquals(settings, EnsembleSettings.of(write(settings.toMap())));
    assertEquals("whole", EnsembleSettings.of(write(Map.of())).candidatesFrom());
  }
}

package org.solrlmtc.core.linear;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.core.act.Zone;
import org.solrlmtc.core.bundle.BundleException;
import org.solrlmtc.core.bundle.BundleWriter;
import org.solrlmtc.core.bundle.ModelBundle;
import org.solrlmtc.core.bundle.Scorers;
import org.solrlmtc.core.decide.DecisionRule;
import org.solrlmtc.core.score.Evidence;
import org.solrlmtc.core.score.LabelScores;
import org.solrlmtc.core.score.LabelSet;
import org.solrlmtc.core.score.ScoredLabel;
import org.solrlmtc.core.score.ScoringException;
import org.solrlmtc.core.settings.Settings;
import org.solrlmtc.core.text.NgramSettings;
import org.solrlmtc.core.text.NgramVocabulary;
import org.solrlmtc.core.text.Ngrams;
import org.solrlmtc.core.thesaurus.Thesaurus;
import org.solrlmtc.fixtures.TinyThesaurus;

/** A model of six words and 600 labels, the last of them never trained. */
class TestLinearScorer {
  private static final int LABELS = 600;
  private static final int MILK = 7;
  private static final String WORDS = "milk cheese butter ship port harbour";
  private static final Map<String, Object> SETTINGS =
      Map.of("zones", List.of("full"), "maxNgram", 1);

  @TempDir Path models;
  private ModelBundle bundle;
  private LinearScorer scorer;

  @BeforeEach
  void writeBundle() throws IOException {
    bundle = write("dairy", SETTINGS, 6);
    scorer = (LinearScorer) Scorers.open(bundle);
  }

  @Test
  void readingFindsTheFeaturesOfAnAct() {
    assertEquals(
        2, scorer.featureCount(LegalAct.ofText("a", "milk, cheese, milk and nothing else")));
  }

  private ModelBundle write(String name, Map<String, Object> settings, int features)
      throws IOException {
    List<String> ids =
        IntStream.range(0, LABELS).mapToObj(i -> "c" + i).collect(Collectors.toList());
    Thesaurus thesaurus = TinyThesaurus.named(ids);
    int[] counts = IntStream.range(0, LABELS).map(i -> LABELS - 1 - i).toArray();
    try (BundleWriter writer =
        new BundleWriter(models.resolve(name), new LabelSet(ids, counts), thesaurus)) {
      NgramVocabulary.of(names(), new int[] {9, 9, 9, 9, 9, 9}, 99)
          .write(writer.file(LinearScorerProvider.VOCABULARY));
      WeightIndex.write(
          writer.file(LinearScorerProvider.WEIGHTS),
          features,
          IntStream.range(0, LABELS - 1).toArray(),
          new float[LABELS - 1],
          visitor -> {
            for (int column = 0; column < LABELS - 1; column++) {
              visitor.entry(column, column % features, column == MILK ? 4 : 0.001f * (column + 1));
            }
            // columns must rise: the second weight of the last label
            visitor.entry(LABELS - 2, 0, -0.5f);
          });
      return writer.finish(
          "1", LinearScorerProvider.METHOD, settings, DecisionRule.above(0.5), Map.of(), Map.of());
    }
  }

  private static long[] names() {
    Set<Long> names = new LinkedHashSet<>();
    new Ngrams(NgramSettings.read(new Settings("test", SETTINGS)))
        .forEach(LegalAct.ofText("a", WORDS), (words, hash, start, end) -> names.add(hash));
    return names.stream().mapToLong(Long::longValue).toArray();
  }

  private static List<LegalAct> acts() {
    List<LegalAct> acts = new ArrayList<>();
    String[] words = WORDS.split(" ");
    for (int i = 0; i < 200; i++) {
      acts.add(
          LegalAct.ofText(
              "act " + i, words[i % 6] + " " + words[i % 5] + " " + words[i * 7 % 6] + " other"));
    }
    return acts;
  }

  private static List<ScoredLabel> all(LabelScores scores) {
    return scores.top(LABELS);
  }

  @Test
  void theBestLabelsAreScoredByTheirMargins() {
    List<ScoredLabel> ranked = all(scorer.score(List.of(LegalAct.ofText("a", "Cheese."))).get(0));
    assertEquals(LinearScorer.DEPTH, ranked.size());
    assertEquals(MILK, ranked.get(0).index());
    assertEquals(1 / (1 + Math.exp(-4)), ranked.get(0).score(), 1e-3);
    assertEquals(1 / (1 + Math.exp(-0.596)), ranked.get(1).score(), 0.01);
  }

  @Test
  void scoresDependNeitherOnTheBatchNorOnTheThread() {
    List<LegalAct> acts = acts();
    List<List<ScoredLabel>> alone =
        acts.stream()
            .map(act -> all(scorer.score(List.of(act)).get(0)))
            .collect(Collectors.toList());
    List<List<ScoredLabel>> together =
        scorer.score(acts).stream().map(TestLinearScorer::all).collect(Collectors.toList());
    assertEquals(alone, together);
    for (int run = 0; run < 5; run++) {
      assertEquals(
          alone,
          IntStream.range(0, acts.size())
              .parallel()
              .mapToObj(i -> all(scorer.score(List.of(acts.get(i))).get(0)))
              .collect(Collectors.toList()));
    }
  }

  @Test
  void anActWithNoKnownWordGetsNoLabel() {
    assertEquals(List.of(), all(scorer.score(List.of(LegalAct.ofText("a", "wine"))).get(0)));
    assertEquals(0, scorer.margins(LegalAct.ofText("a", "")).values().length);
  }

  private static List<Evidence> explain(LinearScorer scorer, LegalAct act, int label, int limit) {
    assertTrue(scorer.explains());
    return scorer.explain(act, new int[] {label}, limit).get(0);
  }

  @Test
  void evidenceIsTheWordsThatAddToTheMargin() {
    LegalAct act =
        new LegalAct(
            "a", "", "", "On ships", "", List.of(" ", "Of port", "Milk, harbour, port"), "");
    int last = LABELS - 2;
    List<Evidence> evidence = explain(scorer, act, last, 10);
    assertEquals(1, evidence.size(), "milk has a negative weight for the label");
    Evidence port = evidence.get(0);
    assertEquals(new Evidence(Zone.MAIN_BODY, 1, 3, 7, port.weight()), port);
    assertEquals("port", port.text(act));
    // the weight index rounds weights
    float milk = -0.5f * port.weight() / weightOfPort() / (1 + (float) Math.log(2));
    assertEquals(scorer.margins(act).values()[last], port.weight() + milk, 0.02);
  }

  /** As the weight index holds it, rounded. */
  private float weightOfPort() {
    return scorer.margins(LegalAct.ofText("a", "port")).values()[LABELS - 2];
  }

  @Test
  void manyLabelsAreExplainedAsEachOfThemAlone() {
    int[] labels = IntStream.range(0, LABELS).toArray();
    for (LegalAct act : acts().subList(0, 30)) {
      List<List<Evidence>> together = scorer.explain(act, labels, 3);
      for (int label : labels) {
        assertEquals(explain(scorer, act, label, 3), together.get(label));
      }
    }
  }

  @Test
  void explainingLeavesNoTraceInScores() {
    LegalAct act = LegalAct.ofText("a", "cheese and milk");
    List<ScoredLabel> before = all(scorer.score(List.of(act)).get(0));
    scorer.explain(act, new int[] {MILK, 3}, 5);
    assertEquals(before, all(scorer.score(List.of(act)).get(0)));
  }

  @Test
  void aLabelNeverTrainedHasNoEvidence() {
    assertEquals(List.of(), explain(scorer, LegalAct.ofText("a", "milk"), LABELS - 1, 5));
  }

  @Test
  void aClosedScorerRefuses() {
    scorer.close();
    ScoringException e =
        assertThrows(
            ScoringException.class, () -> scorer.score(List.of(LegalAct.ofText("a", "milk"))));
    assertTrue(e.getMessage().contains("was closed"), e.getMessage());
  }

  @Test
  void aCalibrationChangesProbabilities() throws IOException {
    Map<String, Object> settings = new java.util.HashMap<>(SETTINGS);
    settings.put("calibration", List.of(-1.0, 0.5, 3.0));
    try (LinearScorer calibrated = (LinearScorer) Scorers.open(write("cal", settings, 6))) {
      ScoredLabel best =
          all(calibrated.score(List.of(LegalAct.ofText("a", "cheese"))).get(0)).get(0);
      double logOdds = -1 + 0.5 * 4;
      assertEquals(1 / (1 + Math.exp(-logOdds)), best.score(), 1e-3);
    }
  }

  @Test
  void filesOfDifferentModelsAreRefused() throws IOException {
    ModelBundle mixed = write("mixed", SETTINGS, 5);
    BundleException e = assertThrows(BundleException.class, () -> Scorers.open(mixed));
    assertTrue(e.getMessage().contains("weights.bin has 5 features"), e.getMessage());
  }

  @Test
  void unknownAndWrongSettingsAreNamed() throws IOException {
    refusedSetting(Map.of("zoness", List.of("H")), "'zoness'");
    refusedSetting(Map.of("maxNgram", "two"), "'maxNgram'");
    refusedSetting(Map.of("maxNgram", 0), "'maxNgram'");
    refusedSetting(Map.of("calibration", List.of(1.0)), "'calibration'");
  }

  private void refusedSetting(Map<String, Object> settings, String named) throws IOException {
    ModelBundle wrong = write("wrong", settings, 6);
    BundleException e = assertThrows(BundleException.class, () -> Scorers.open(wrong));
    assertTrue(e.getMessage().contains("'wrong'"), e.getMessage());
    assertTrue(e.getMessage().contains(named), e.getMessage());
  }
}

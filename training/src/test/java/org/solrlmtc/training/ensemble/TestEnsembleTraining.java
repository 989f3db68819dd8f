package org.solrlmtc.training.ensemble;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.core.bundle.BundleException;
import org.solrlmtc.core.bundle.BundleWriter;
import org.solrlmtc.core.bundle.ModelBundle;
import org.solrlmtc.core.bundle.Scorers;
import org.solrlmtc.core.decide.DecisionRule;
import org.solrlmtc.core.ensemble.EarlyExitSettings;
import org.solrlmtc.core.ensemble.EnsembleScorer;
import org.solrlmtc.core.ensemble.EnsembleScorerProvider;
import org.solrlmtc.core.ensemble.EnsembleSettings;
import org.solrlmtc.core.exactmatch.ExactMatchScorer;
import org.solrlmtc.core.io.FileTrees;
import org.solrlmtc.core.linear.LinearScorer;
import org.solrlmtc.core.score.Evidence;
import org.solrlmtc.core.score.LabelScorer;
import org.solrlmtc.core.score.LabelScores;
import org.solrlmtc.core.score.ScoredLabel;
import org.solrlmtc.core.score.ScoringException;
import org.solrlmtc.core.thesaurus.Thesaurus;
import org.solrlmtc.fixtures.TinyThesaurus;
import org.solrlmtc.training.TinyData;
import org.solrlmtc.training.Training;
import org.solrlmtc.training.data.TrainingData;
import org.solrlmtc.training.execution.Progress;
import org.solrlmtc.training.execution.TrainingException;
import org.solrlmtc.training.neural.export.TinyBundle;
import org.solrlmtc.training.recipe.Recipe;

/**
 * A linear model for eight labels, and Exact Match that also finds the ninth, a zero-shot label.
 */
class TestEnsembleTraining {
  private static final int TRAINED = 8;
  private static final String UNSEEN = "c8";
  private static final Thesaurus THESAURUS =
      TinyThesaurus.of(
          IntStream.rangeClosed(0, TRAINED)
              .mapToObj(i -> TinyThesaurus.concept("c" + i, "the " + TinyData.word(i)))
              .toList());

  @TempDir Path folder;
  private TrainingData data;
  private Path models;

  @BeforeEach
  void trainMembers() throws IOException {
    models = folder.resolve("models");
    data =
        new TinyData()
            .randomActs("train", 80, TRAINED)
            .randomActs("dev", 40, TRAINED)
            .act("dev", "on the " + TinyData.word(TRAINED) + " of ships", UNSEEN)
            .write(folder.resolve("data"));
    run(
        "linear",
        Map.of("maxNgram", 1, "minDocFrequency", 1, "maxDocFrequencyRatio", 1.0),
        "linear");
    run("exact-match", Map.of(), "names");
  }

  @Test
  void labelsWithoutTrainingActsAreFoundAndTheOthersStay() throws IOException {
    ModelBundle ensemble = ensemble(0, "linear", "names");
    assertEquals(1.0, ensemble.manifest().quality().get("dev").get("zero:RP@5"));
    double alone =
        ModelBundle.open(models, "linear").manifest().quality().get("dev").get("few:RP@5");
    double together = ensemble.manifest().quality().get("dev").get("few:RP@5");
    assertTrue(alone > 0.9 && together >= alone, alone + " alone, " + together + " together");
  }

  @Test
  void anEnsembleNeedsNoOtherBundle() throws IOException {
    ModelBundle ensemble = ensemble(0, "linear", "names");
    LegalAct act = LegalAct.ofText("a", "the " + TinyData.word(3) + " of " + TinyData.word(3));
    List<ScoredLabel> before = best(ensemble, act);
    FileTrees.delete(models.resolve("linear"));
    FileTrees.delete(models.resolve("names"));
    assertEquals(before, best(ModelBundle.open(models, "both"), act));
    assertEquals("c3", before.get(0).id());
    assertTrue(ensemble.hasFile("linear.weights.bin"));
  }

  @Test
  void theSameMembersResultInTheSameBundle() throws IOException {
    ensemble(0, "linear", "names");
    byte[] manifest = Files.readAllBytes(models.resolve("both").resolve("manifest.json"));
    ensemble(0, "linear", "names");
    assertArrayEquals(
        manifest, Files.readAllBytes(models.resolve("both").resolve("manifest.json")));
  }

  @Test
  void inACascadeTheNetworkScoresOnlyTheBestLabelsOfTheFirstMember() throws IOException {
    ModelBundle linear = ModelBundle.open(models, "linear");
    TinyBundle.write(models.resolve("net"), linear.labels(), linear.thesaurus());
    LegalAct act = LegalAct.ofText("a", TinyData.word(3) + " of " + TinyData.word(5));
    List<LabelScores> full = members(ensemble(0, "linear", "net"), act);
    List<LabelScores> cascade = members(ensemble(2, "linear", "net"), act);
    assertEquals(TRAINED, full.get(1).top(99).size());
    List<String> candidates = ids(full.get(0).top(2));
    assertEquals(List.of("c3", "c5"), candidates.stream().sorted().toList());
    assertEquals(
        candidates.stream().sorted().toList(),
        ids(cascade.get(1).top(99)).stream().sorted().toList());
    for (ScoredLabel label : cascade.get(1).top(99)) {
      float expected = full.get(1).top(1, index -> index == label.index()).get(0).score();
      assertEquals(expected, label.score(), 1e-6f);
    }
  }

  @Test
  void membersExplainForTheEnsemble() throws IOException {
    String word = TinyData.word(3);
    LegalAct act = LegalAct.ofText("a", "some " + word + " here");
    try (EnsembleScorer scorer =
        new EnsembleScorerProvider().open(ensemble(0, "linear", "names"))) {
      Evidence strongest = scorer.explain(act, new int[] {3}, 5).get(0).get(0);
      assertEquals(word, act.articles().get(0).substring(strongest.start(), strongest.end()));
      assertTrue(strongest.weight() > 0);
      assertEquals("cpu", scorer.device());
      assertEquals(2, scorer.members().size());
      // the feature of the linear member, and three words that are searched for names
      assertEquals(1, ((LinearScorer) scorer.members().get(0)).featureCount(act));
      assertEquals(3, ((ExactMatchScorer) scorer.members().get(1)).wordCount(act));
      assertTrue(scorer.explains());
    }
  }

  @Test
  void withoutDevelopmentActsAllMembersHaveEqualWeights() throws IOException {
    Files.delete(folder.resolve("data").resolve("dev.jsonl"));
    data = TrainingData.in(folder.resolve("data"));
    ModelBundle ensemble = ensemble(0, "linear", "names");
    LegalAct act = LegalAct.ofText("a", "the " + TinyData.word(3));
    assertEquals("c3", best(ensemble, act).get(0).id());
    assertTrue(
        ensemble.manifest().settings().get("combiner").toString().contains("[0.0, 0.5, 0.5]"));
  }

  @Test
  void membersThatAreEnoughForSomeActsGetACombinerOfTheirOwn() throws IOException {
    Map<String, Object> settings =
        Map.of(
            "members",
            List.of(Map.of("bundle", "linear"), Map.of("bundle", "names")),
            "earlyExit",
            Map.of("members", List.of("linear"), "confidence", 0.5));
    ModelBundle bundle = run("ensemble", settings, "early");
    EarlyExitSettings exit = EnsembleSettings.of(bundle).earlyExit().orElseThrow();
    assertEquals(List.of("linear"), exit.members());
    assertEquals(0.5, exit.confidence());
    LegalAct act = LegalAct.ofText("a", "the " + TinyData.word(3) + " of " + TinyData.word(3));
    LegalAct strange = LegalAct.ofText("b", "nothing known");
    try (EnsembleScorer scorer = new EnsembleScorerProvider().open(bundle)) {
      assertEquals(List.of(true, false), scorer.exits(List.of(act, strange)));
      assertEquals("c3", scorer.score(List.of(act)).get(0).top(1).get(0).id());
    }
    assertWrong(
        "'nobody', which is no member",
        Map.of(
            "members",
            List.of(Map.of("bundle", "linear"), Map.of("bundle", "names")),
            "earlyExit",
            Map.of("members", List.of("nobody"))));
  }

  @Test
  void membersOfOtherDataAreRefused() throws IOException {
    data = new TinyData().randomActs("train", 30, TRAINED).write(folder.resolve("other"));
    TrainingException e = assertThrows(TrainingException.class, () -> ensemble(0, "linear"));
    assertTrue(e.getMessage().contains("has other labels than the training data"), e.getMessage());
  }

  @Test
  void wrongRecipesAreRefused() {
    assertWrong(
        "there is no model bundle 'nobody'",
        Map.of("members", List.of(Map.of("bundle", "nobody"))));
    assertWrong("'members' must name at least one model", Map.of("members", List.of()));
    assertWrong(
        "unknown ensemble member setting 'weight'",
        Map.of("members", List.of(Map.of("bundle", "linear", "weight", 2))));
    assertWrong(
        "'linear' twice",
        Map.of("members", List.of(Map.of("bundle", "linear"), Map.of("bundle", "linear"))));
    assertFalse(Files.exists(models.resolve("both")));
  }

  @Test
  void aClosedEnsembleRefuses() throws IOException {
    LabelScorer scorer = Scorers.open(ensemble(0, "linear", "names"));
    scorer.close();
    ScoringException e =
        assertThrows(
            ScoringException.class, () -> scorer.score(List.of(LegalAct.ofText("a", "text"))));
    assertTrue(e.getMessage().contains("was closed"), e.getMessage());
  }

  @Test
  void aMemberWithoutItsFilesIsRefused() throws IOException {
    assertNotOpened("vocabulary.bin", "empty", ensemble(0, "linear").manifest().settings());
  }

  @Test
  void aMemberNameThatLeavesTheFolderIsRefused() throws IOException {
    Map<String, Object> settings = new HashMap<>(ensemble(0, "linear").manifest().settings());
    settings.put("members", List.of(Map.of("name", "../linear", "method", "linear")));
    assertNotOpened("'leaving.../linear' must be", "leaving", settings);
  }

  @Test
  void weightsForOtherMembersAreRefused() throws IOException {
    assertRefused("has 3 numbers, but the terms linear of 1 members", List.of(0, 1, 2), "linear");
    assertRefused(
        "has 2 numbers, but the terms quadratic of 1 members", List.of(0, 1), "quadratic");
    assertRefused("'terms' must be one of linear, quadratic, not cubic", List.of(0, 1), "cubic");
  }

  private void assertRefused(String message, List<Integer> weights, String terms)
      throws IOException {
    Map<String, Object> settings = new HashMap<>(ensemble(0, "linear").manifest().settings());
    settings.put(
        "combiner",
        Map.of(
            "type",
            "logistic",
            "trained",
            Map.of("weights", List.of(0, 1)),
            "unseen",
            Map.of("terms", terms, "weights", weights)));
    assertNotOpened(message, "wrong", settings);
  }

  /** A bundle with settings of an ensemble and without the files of its members. */
  private void assertNotOpened(String message, String name, Map<String, Object> settings)
      throws IOException {
    ModelBundle linear = ModelBundle.open(models, "linear");
    try (BundleWriter writer =
        new BundleWriter(models.resolve(name), linear.labels(), linear.thesaurus())) {
      ModelBundle bundle =
          writer.finish(
              "1",
              EnsembleScorerProvider.METHOD,
              settings,
              DecisionRule.above(0.5),
              Map.of(),
              Map.of());
      BundleException e = assertThrows(BundleException.class, () -> Scorers.open(bundle));
      assertTrue(e.getMessage().contains(message), e.getMessage());
    }
  }

  private void assertWrong(String message, Map<String, Object> settings) {
    TrainingException e =
        assertThrows(TrainingException.class, () -> run("ensemble", settings, "both"));
    assertTrue(e.getMessage().contains(message), e.getMessage());
  }

  private ModelBundle ensemble(int candidates, String... members) throws IOException {
    return run(
        "ensemble",
        Map.of(
            "members",
            Stream.of(members).map(name -> Map.of("bundle", name)).toList(),
            "candidates",
            candidates),
        "both");
  }

  private ModelBundle run(String method, Map<String, Object> settings, String name)
      throws IOException {
    return Training.run(
        new Recipe(name, method, "1", settings, Map.of()),
        data,
        THESAURUS,
        models.resolve(name),
        Map.of(),
        Progress.NONE);
  }

  private static List<ScoredLabel> best(ModelBundle bundle, LegalAct act) {
    try (LabelScorer scorer = Scorers.open(bundle)) {
      return scorer.score(List.of(act)).get(0).top(5);
    }
  }

  private static List<LabelScores> members(ModelBundle bundle, LegalAct act) {
    try (EnsembleScorer scorer = new EnsembleScorerProvider().open(bundle)) {
      return scorer.outputs(List.of(act)).get(0).scores();
    }
  }

  private static List<String> ids(List<ScoredLabel> labels) {
    return labels.stream().map(ScoredLabel::id).toList();
  }
}

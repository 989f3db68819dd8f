package org.solrlmtc.training.ensemble;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.core.bundle.BundleException;
import org.solrlmtc.core.bundle.BundleWriter;
import org.solrlmtc.core.bundle.ModelBundle;
import org.solrlmtc.core.bundle.Scorers;
import org.solrlmtc.core.score.LabelScorer;
import org.solrlmtc.core.score.LabelSet;
import org.solrlmtc.core.score.ScoredLabel;
import org.solrlmtc.core.score.SimilarAct;
import org.solrlmtc.core.thesaurus.Thesaurus;
import org.solrlmtc.fixtures.TinyThesaurus;
import org.solrlmtc.training.TinyData;
import org.solrlmtc.training.Training;
import org.solrlmtc.training.data.Fold;
import org.solrlmtc.training.data.TrainingData;
import org.solrlmtc.training.execution.Progress;
import org.solrlmtc.training.execution.TrainingException;
import org.solrlmtc.training.recipe.Recipe;
import org.solrlmtc.training.tune.DecisionOptions;

class TestRankingTraining {
  private static final int LABELS = 8;
  private static final Map<String, Object> NGRAMS =
      Map.of(
          "zones",
          List.of("full"),
          "maxNgram",
          1,
          "minDocFrequency",
          1,
          "maxDocFrequencyRatio",
          1.0);
  private static final Thesaurus THESAURUS =
      TinyThesaurus.of(
          IntStream.rangeClosed(0, LABELS)
              .mapToObj(i -> TinyThesaurus.concept("c" + i, "the " + TinyData.word(i)))
              .toList());

  @TempDir Path folder;
  private TrainingData data;
  private Path models;
  private final List<String> notes = new ArrayList<>();

  @BeforeEach
  void trainMembers() throws IOException {
    XgboostAssumption.isThere();
    models = folder.resolve("models");
    data =
        new TinyData()
            .randomActs("train", 90, LABELS)
            .randomActs("dev", 60, LABELS)
            .write(folder.resolve("data"));
    trainMembersOnData();
  }

  private void trainMembersOnData() throws IOException {
    run("linear", "linear", NGRAMS);
    Map<String, Object> all = new HashMap<>(NGRAMS);
    all.put("neighbours", 1000);
    run("neighbours", "neighbours", all);
    run("names", "exact-match", Map.of());
  }

  private ModelBundle run(String name, String method, Map<String, Object> settings)
      throws IOException {
    return Training.run(
        new Recipe(name, method, "1", settings, Map.of()),
        data,
        THESAURUS,
        models.resolve(name),
        Map.of(),
        new Progress() {
          @Override
          public void stage(String stage) {}

          @Override
          public void step(long done) {}

          @Override
          public void note(String text) {
            notes.add(text);
          }
        });
  }

  private ModelBundle ranking(Map<String, Object> changes) throws IOException {
    Map<String, Object> combiner = new HashMap<>();
    combiner.put("type", "ranking");
    combiner.put("candidates", 6);
    combiner.put("trees", 20);
    combiner.put("depth", 3);
    combiner.put("learningRate", 0.3);
    combiner.put("minLeafWeight", 1);
    combiner.putAll(changes);
    return run(
        "ranking",
        "ensemble",
        Map.of(
            "members",
            List.of(
                Map.of("bundle", "linear"),
                Map.of("bundle", "neighbours"),
                Map.of("bundle", "names")),
            "combiner",
            combiner));
  }

  @Test
  void aRankingOfDevActsReportsCrossFittedFiguresOnly() throws IOException {
    ModelBundle bundle = ranking(Map.of("crossFit", 3));
    assertEquals(
        Set.of(
            "dev, 3-fold cross-fitted",
            "dev, 3-fold cross-fitted, 2-fold cross-validated thresholds"),
        bundle.manifest().quality().keySet());
    double few = bundle.manifest().quality().get("dev, 3-fold cross-fitted").get("few:RP@5");
    assertTrue(few > 0.9, "few:RP@5 " + few);
    LegalAct act = LegalAct.ofText("a", "the " + TinyData.word(3) + " of " + TinyData.word(3));
    try (LabelScorer scorer = Scorers.open(bundle)) {
      List<ScoredLabel> best = scorer.score(List.of(act)).get(0).top(99);
      assertEquals("c3", best.get(0).id());
      // a label that no training act has gets a score, too
      act = LegalAct.ofText("a", "the " + TinyData.word(LABELS));
      assertTrue(
          scorer.score(List.of(act)).get(0).top(99).stream()
              .anyMatch(label -> label.id().equals("c" + LABELS)));
    }
    assertTrue(notes.stream().anyMatch(note -> note.matches("gain .*mixture: log-odds")));
  }

  @Test
  void crossFittedScoresDoNotKnowTheGoldLabelsOfTheirActs() throws IOException {
    // labels by chance: a ranking that saw them would rank them better than others
    TinyData noise = new TinyData().randomActs("train", 90, LABELS);
    for (int i = 0; i < 200; i++) {
      noise.act("dev", "text " + TinyData.word(1000 + i % 50), "c" + i * 7919 % 31 % LABELS);
    }
    data = noise.write(folder.resolve("data"));
    trainMembersOnData();
    ModelBundle bundle = ranking(Map.of("trees", 200, "depth", 8, "candidates", 8));
    double crossFitted = bundle.manifest().quality().get("dev, 2-fold cross-fitted").get("nDCG@5");
    double inSample = gainOnDev(bundle);
    assertTrue(
        crossFitted < 0.45 && inSample > crossFitted + 0.1,
        crossFitted + " cross-fitted, " + inSample + " on acts that the ranking saw");
  }

  /** nDCG@5 on development acts with one label each. */
  private double gainOnDev(ModelBundle bundle) throws IOException {
    List<Double> gains = new ArrayList<>();
    try (LabelScorer scorer = Scorers.open(bundle)) {
      data.dev()
          .orElseThrow()
          .read(
              acts -> {
                acts.forEachRemaining(
                    act -> {
                      List<String> best =
                          scorer.score(List.of(act.act())).get(0).top(5).stream()
                              .map(ScoredLabel::id)
                              .toList();
                      int rank = best.indexOf(act.concepts().iterator().next());
                      gains.add(rank < 0 ? 0 : Math.log(2) / Math.log(rank + 2));
                    });
                return null;
              });
    }
    return gains.stream().mapToDouble(gain -> gain).average().orElseThrow();
  }

  @Test
  void aRankingIsNotTunedOnTheActsThatItWasFittedOn() throws IOException {
    ModelBundle bundle = ranking(Map.of());
    TrainingException e =
        assertThrows(TrainingException.class, () -> retune(bundle, "data/dev.jsonl"));
    assertTrue(e.getMessage().contains("was fitted on"), e.getMessage());
    assertEquals(
        Set.of("dev", "dev, 2-fold cross-validated thresholds"),
        retune(bundle, "data/train.jsonl").manifest().quality().keySet());
  }

  private ModelBundle retune(ModelBundle bundle, String acts) throws IOException {
    return Training.retune(
        bundle,
        Map.of(),
        folder.resolve(acts),
        DecisionOptions.of(Map.of()),
        models.resolve("tuned"),
        Progress.NONE);
  }

  @Test
  void outOfFoldMembersDoNotKnowTheActsOfTheirFold() throws IOException {
    ModelBundle bundle = ranking(Map.of("fitOn", "out-of-fold", "folds", 3));
    // a ranking that did not see dev is measured on dev as it is
    assertEquals(
        Set.of("dev", "dev, 2-fold cross-validated thresholds"),
        bundle.manifest().quality().keySet());
    assertTrue(bundle.manifest().quality().get("dev").get("few:RP@5") > 0.9);
    for (int fold = 1; fold <= 3; fold++) {
      Set<String> known = knownActs(ModelBundle.open(models, "neighbours.fold-" + fold + "-of-3"));
      for (int act = 0; act < 90; act++) {
        assertEquals(act % 3 != fold - 1, known.contains("train" + act), "act " + act);
      }
    }
  }

  @Test
  void membersOfAFoldDoNotKnowLabelsThatAreHeldOut() throws IOException {
    ranking(Map.of("fitOn", "out-of-fold", "folds", 2, "heldOutLabels", 0.3));
    LabelSet all = ModelBundle.open(models, "linear").labels();
    Set<String> everHeldOut = new TreeSet<>();
    for (int number = 1; number <= 2; number++) {
      ModelBundle member = ModelBundle.open(models, "neighbours.fold-" + number + "-of-2");
      Set<String> heldOut = HeldOutLabels.of(all, 0.3, new Fold(number, 2), 1);
      everHeldOut.addAll(heldOut);
      for (int label = 0; label < all.size(); label++) {
        boolean isUnknown = heldOut.contains(all.id(label)) || all.trainingActs(label) == 0;
        assertEquals(isUnknown, member.labels().trainingActs(label) == 0, all.id(label));
      }
    }
    assertFalse(everHeldOut.isEmpty(), "the seed holds out a label");
  }

  @Test
  void wordVectorsAreTrainedAndServed() throws IOException {
    ModelBundle bundle = ranking(Map.of("wordVectors", 8, "ablation", true));
    assertTrue(Files.size(bundle.file("combiner-words.bin")) > 100);
    assertTrue(notes.stream().anyMatch(note -> note.startsWith("without similarity ")));
    try (LabelScorer scorer = Scorers.open(bundle)) {
      LegalAct act = LegalAct.ofText("a", "the " + TinyData.word(3) + " of " + TinyData.word(3));
      assertEquals("c3", scorer.score(List.of(act)).get(0).top(1).get(0).id());
    }
  }

  /** The ids of all acts that a neighbours model knows. */
  private static Set<String> knownActs(ModelBundle bundle) {
    int[] all = IntStream.range(0, bundle.labels().size()).toArray();
    try (LabelScorer scorer = Scorers.open(bundle)) {
      return scorer
          .similarActs(LegalAct.ofText("a", "The Commission has adopted"), all, 1000)
          .stream()
          .flatMap(List::stream)
          .map(SimilarAct::id)
          .collect(Collectors.toSet());
    }
  }

  @Test
  void foldMembersAreKeptForTheNextRanking() throws IOException {
    ranking(Map.of("fitOn", "out-of-fold", "folds", 2));
    Path manifest = models.resolve("linear.fold-1-of-2").resolve(ModelBundle.MANIFEST);
    FileTime written = Files.getLastModifiedTime(manifest);
    Files.setLastModifiedTime(manifest, FileTime.fromMillis(written.toMillis() - 10_000));
    FileTime marked = Files.getLastModifiedTime(manifest);
    ranking(Map.of("fitOn", "both", "folds", 2));
    assertEquals(marked, Files.getLastModifiedTime(manifest));
    Map<String, Object> others = new HashMap<>(NGRAMS);
    others.put("C", 2);
    run("linear", "linear", others);
    ranking(Map.of("fitOn", "both", "folds", 2));
    assertFalse(marked.equals(Files.getLastModifiedTime(manifest)), "it is of other settings");
  }

  @Test
  void anAblationMeasuresEveryGroup() throws IOException {
    ranking(Map.of("ablation", true, "without", List.of("type")));
    List<String> measured = notes.stream().filter(note -> note.contains("RP@5")).toList();
    assertEquals(11, measured.size(), measured.toString());
    assertTrue(measured.get(0).startsWith("all features"));
    assertTrue(measured.stream().anyMatch(note -> note.startsWith("without neighbours ")));
    assertTrue(measured.stream().anyMatch(note -> note.startsWith("without member neighbours ")));
    assertFalse(measured.stream().anyMatch(note -> note.startsWith("without type ")));
    assertFalse(measured.stream().anyMatch(note -> note.startsWith("without similarity ")));
  }

  @Test
  void aRankingOfDevNeedsDev() throws IOException {
    data = new TinyData().randomActs("train", 90, LABELS).write(folder.resolve("no-dev"));
    TrainingException e = assertThrows(TrainingException.class, () -> ranking(Map.of()));
    assertTrue(e.getMessage().contains("there is no development split"), e.getMessage());
  }

  @Test
  void treesOfOtherFeaturesAreRefused() throws IOException {
    ModelBundle bundle = ranking(Map.of("without", List.of("names")));
    Map<String, Object> settings = new HashMap<>(bundle.manifest().settings());
    Map<String, Object> combiner = new HashMap<>(asMap(settings.get("combiner")));
    combiner.put("without", List.of());
    settings.put("combiner", combiner);
    ModelBundle changed;
    try (BundleWriter writer =
        new BundleWriter(models.resolve("changed"), bundle.labels(), THESAURUS)) {
      for (String name : bundle.ownFiles()) {
        Files.copy(bundle.file(name), writer.file(name));
      }
      changed =
          writer.finish(
              "1", "ensemble", settings, bundle.manifest().decision(), Map.of(), Map.of());
    }
    BundleException e = assertThrows(BundleException.class, () -> Scorers.open(changed));
    assertTrue(
        e.getMessage().startsWith("bundle 'changed': combiner-trees.bin was trained on"),
        e.getMessage());
  }

  @SuppressWarnings("unchecked") // a manifest is JSON, whose keys are text
  private static Map<String, Object> asMap(Object section) {
    return (Map<String, Object>) section;
  }
}

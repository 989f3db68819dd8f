package org.solrlmtc.training.neural;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.core.bundle.BundleException;
import org.solrlmtc.core.bundle.BundleWriter;
import org.solrlmtc.core.bundle.ModelBundle;
import org.solrlmtc.core.bundle.Scorers;
import org.solrlmtc.core.concept.ConceptEdit;
import org.solrlmtc.core.concept.EditedBundle;
import org.solrlmtc.core.decide.DecisionRule;
import org.solrlmtc.core.onnx.DescriptorVectors;
import org.solrlmtc.core.onnx.LabelVectors;
import org.solrlmtc.core.onnx.OnnxScorerProvider;
import org.solrlmtc.core.score.LabelScorer;
import org.solrlmtc.core.score.LabelScores;
import org.solrlmtc.core.score.LabelSet;
import org.solrlmtc.core.thesaurus.Concept;
import org.solrlmtc.core.thesaurus.Thesaurus;
import org.solrlmtc.fixtures.TinyThesaurus;
import org.solrlmtc.training.TinyData;
import org.solrlmtc.training.TrainingTask;
import org.solrlmtc.training.data.TrainingData;
import org.solrlmtc.training.execution.Progress;
import org.solrlmtc.training.execution.Resources;
import org.solrlmtc.training.neural.graph.Precision;
import org.solrlmtc.training.recipe.Recipe;

/** Labels that are vectors of descriptors, in a bundle. */
class TestZeroShot {
  private static final int LABELS = 12;

  /** No training act has it; its word is in the acts as noise. */
  private static final String UNSEEN = "unseen";

  /** None of its words is in the acts. */
  private static final String UNKNOWN = "unknown";

  private static final LegalAct ACT =
      LegalAct.ofText("a", "The Commission has adopted " + TinyData.word(3) + " of others");

  @TempDir Path folder;

  private final NeuralTrainer trainer = new NeuralTrainer();

  @Test
  void labelsWithoutTrainingActsAreScoredAndExplained() throws IOException {
    ModelBundle bundle = train();
    DescriptorVectors words = DescriptorVectors.read(bundle.file(DescriptorVectors.FILE));
    List<String> outputs = OnnxScorerProvider.readOutputs(bundle);
    LabelVectors vectors = LabelVectors.read(bundle.file(LabelVectors.FILE));
    assertEquals(LABELS + 2, outputs.size());
    // what serving computes from the bundle is what training used
    assertArrayEquals(
        words.vector(TinyData.word(1003)).orElseThrow(), vectors.row(outputs.indexOf(UNSEEN)));
    assertTrue(words.vector("zzz yyy").isEmpty());
    assertArrayEquals(new float[words.dimension()], vectors.row(outputs.indexOf(UNKNOWN)));
    try (LabelScorer scorer = Scorers.open(bundle)) {
      LabelScores all = scorer.score(List.of(ACT)).get(0);
      assertEquals("c3", all.top(1).get(0).id());
      int[] candidates = bundle.labels().indexesOf(List.of(UNSEEN, "c3", UNKNOWN));
      LabelScores some = scorer.score(List.of(ACT), List.of(candidates)).get(0);
      for (String id : List.of(UNSEEN, "c3", UNKNOWN)) {
        assertEquals(score(all, id), score(some, id), 1e-6, id);
        assertTrue(score(all, id) > 0, id);
      }
      assertTrue(scorer.explains());
      assertFalse(
          scorer.explain(ACT, bundle.labels().indexesOf(List.of("c3")), 5).get(0).isEmpty());
    }
    try (BundleWriter writer =
        new BundleWriter(folder.resolve("int8"), bundle.labels(), bundle.thesaurus())) {
      trainer.convert(bundle, Precision.INT8, writer);
      assertArrayEquals(
          Files.readAllBytes(bundle.file(DescriptorVectors.FILE)),
          Files.readAllBytes(writer.file(DescriptorVectors.FILE)));
    }
  }

  @Test
  void labelsAreAddedWithoutTrainingAndAllOtherScoresStay() throws IOException {
    ModelBundle trained = train();
    Map<String, Float> before = scores(trained);
    ModelBundle bundle = trained;
    // several: the number of rows must not matter to the others
    for (int i = 0; i < 5; i++) {
      bundle =
          EditedBundle.write(
              bundle,
              ConceptEdit.add(
                  "new" + i,
                  Optional.of(i == 0 ? TinyData.word(3) + " again" : TinyData.word(1004 + i)),
                  List.of(),
                  List.of()),
              folder.resolve("edited"));
      Map<String, Float> after = scores(bundle);
      assertEquals(LABELS + 3 + i, after.size());
      // the runtime's matrix products may round differently with another number of rows
      before.forEach((id, score) -> assertEquals(score, after.get(id), 1e-6, id));
    }
    try (LabelScorer scorer = Scorers.open(bundle)) {
      LabelScores scores = scorer.score(List.of(ACT)).get(0);
      // its only known word is that of the best label
      assertEquals(score(scores, "c3"), score(scores, "new0"), 1e-6);
      assertFalse(
          scorer.explain(ACT, bundle.labels().indexesOf(List.of("new0")), 5).get(0).isEmpty());
    }
    bundle =
        EditedBundle.write(
            bundle, ConceptEdit.rename("c3", "zzz", List.of()), folder.resolve("edited"));
    assertEquals(
        before.get("c3"), scores(bundle).get("c3"), 1e-6, "a renamed label keeps its vector");
    bundle = EditedBundle.write(bundle, ConceptEdit.remove("new0"), folder.resolve("edited"));
    assertFalse(scores(bundle).containsKey("new0"));
  }

  @Test
  void aLabelWithoutAKnownWordIsRefused() throws IOException {
    ModelBundle trained = train();
    ConceptEdit unknown = ConceptEdit.add("x", Optional.of("yyy zzz"), List.of(), List.of());
    BundleException e =
        assertThrows(
            BundleException.class,
            () -> EditedBundle.write(trained, unknown, folder.resolve("edited")));
    assertTrue(e.getMessage().contains("knows no word of the names of x"), e.getMessage());
    assertFalse(Files.exists(folder.resolve("edited")));
    ConceptEdit known =
        ConceptEdit.add("x", Optional.of("yyy zzz"), List.of("yyy", TinyData.word(3)), List.of());
    ModelBundle edited = EditedBundle.write(trained, known, folder.resolve("edited"));
    assertEquals(scores(trained).get("c3"), scores(edited).get("x"), 1e-6);
  }

  private static Map<String, Float> scores(ModelBundle bundle) {
    Map<String, Float> found = new TreeMap<>();
    try (LabelScorer scorer = Scorers.open(bundle)) {
      LabelScores scores = scorer.score(List.of(ACT)).get(0);
      scores.forEach((label, score) -> found.put(scores.labels().id(label), score));
    }
    return found;
  }

  @Test
  void damagedVectorsAreRefused() throws IOException {
    Path file = folder.resolve("words.bin");
    DescriptorVectors.of(true, Map.of("milk", new float[] {3, 4})).write(file);
    assertArrayEquals(
        new float[] {.6f, .8f}, DescriptorVectors.read(file).vector("Milk").orElseThrow(), .01f);
    byte[] bytes = Files.readAllBytes(file);
    Files.write(file, Arrays.copyOf(bytes, bytes.length - 1));
    BundleException e = assertThrows(BundleException.class, () -> DescriptorVectors.read(file));
    assertTrue(e.getMessage().startsWith(file + " is cut short"), e.getMessage());
  }

  private static float score(LabelScores scores, String id) {
    return scores.top(LABELS + 10).stream()
        .filter(label -> label.id().equals(id))
        .findFirst()
        .orElseThrow()
        .score();
  }

  private ModelBundle train() throws IOException {
    TrainingData data =
        new TinyData()
            .randomActs("train", 300, LABELS)
            .randomActs("dev", 60, LABELS)
            .write(folder.resolve("data"));
    List<Concept> concepts = new ArrayList<>();
    for (int i = 0; i < LABELS; i++) {
      concepts.add(TinyThesaurus.concept("c" + i, TinyData.word(i)));
    }
    concepts.add(TinyThesaurus.concept(UNSEEN, TinyData.word(1003)));
    concepts.add(TinyThesaurus.concept(UNKNOWN, "zzz yyy"));
    Thesaurus thesaurus = TinyThesaurus.of(concepts);
    LabelSet labels = data.labels(thesaurus, id -> {});
    Recipe recipe =
        new Recipe(
            "zero",
            OnnxScorerProvider.METHOD,
            "1",
            Map.of(
                "embedding", Map.of("dimension", 16, "vectors", "corpus", "trainable", true),
                "encoder", Map.of("filters", 24),
                "head", Map.of("type", "zero-shot"),
                "device", "cpu",
                "optimiser", Map.of("learningRate", 0.02, "batchSize", 16),
                "schedule", Map.of("epochs", 20, "decay", "linear", "monitor", "rp5")),
            Map.of());
    trainer.check(recipe);
    try (BundleWriter writer = new BundleWriter(folder.resolve("zero"), labels, thesaurus)) {
      Map<String, Object> written =
          trainer
              .train(
                  new TrainingTask(
                      recipe,
                      data,
                      labels,
                      thesaurus,
                      new Resources(2, Long.MAX_VALUE),
                      folder.resolve("work"),
                      Progress.NONE),
                  writer)
              .settings();
      return writer.finish(
          "1", trainer.method(), written, DecisionRule.above(0.5), Map.of(), Map.of());
    }
  }
}

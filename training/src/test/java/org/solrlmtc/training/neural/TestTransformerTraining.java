package org.solrlmtc.training.neural;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.core.bundle.BundleWriter;
import org.solrlmtc.core.bundle.ModelBundle;
import org.solrlmtc.core.decide.DecisionRule;
import org.solrlmtc.core.onnx.OnnxScorer;
import org.solrlmtc.core.onnx.OnnxScorerProvider;
import org.solrlmtc.core.thesaurus.Thesaurus;
import org.solrlmtc.fixtures.TinyThesaurus;
import org.solrlmtc.training.TinyData;
import org.solrlmtc.training.Training;
import org.solrlmtc.training.data.TrainingData;
import org.solrlmtc.training.execution.Progress;
import org.solrlmtc.training.execution.RecordedProgress;
import org.solrlmtc.training.execution.Resources;
import org.solrlmtc.training.execution.TrainingException;
import org.solrlmtc.training.neural.graph.Precision;
import org.solrlmtc.training.neural.loop.LearningCurve;
import org.solrlmtc.training.recipe.Recipe;

/** A small transformer with random initial weights is trained, exported and served. */
class TestTransformerTraining {
  private static final int LABELS = 12;

  @TempDir Path folder;

  private final Map<String, Object> encoder =
      new HashMap<>(
          Map.of(
              "type", "transformer",
              "layers", 2,
              "heads", 2,
              "feedForwardSize", 32,
              "positions", 600,
              "learningRateFactor", 0.3));
  private final Map<String, Object> settings = new HashMap<>();
  private int acts = 300;
  private Thesaurus thesaurus = TinyData.thesaurus(LABELS);

  TestTransformerTraining() {
    settings.put("embedding", Map.of("dimension", 16));
    settings.put("encoder", encoder);
    settings.put("device", "cpu");
    settings.put("optimiser", Map.of("learningRate", 0.01, "batchSize", 16));
    settings.put(
        "schedule", Map.of("epochs", 15, "warmup", 0.1, "decay", "linear", "monitor", "rp5"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"label-wise", "first-state"})
  void aTransformerIsTrainedExportedAndQuantised(String head) throws IOException {
    settings.put("head", Map.of("type", head));
    settings.put("labels", Map.of("negativeSamples", 6));
    ModelBundle bundle = train("model", Progress.NONE);
    double rp5 = bundle.manifest().quality().get("dev").get("RP@5");
    assertTrue(rp5 > 0.9, "RP@5 " + rp5);
    try (BundleWriter writer =
            new BundleWriter(folder.resolve("again"), bundle.labels(), bundle.thesaurus());
        BundleWriter int8 =
            new BundleWriter(folder.resolve("int8"), bundle.labels(), bundle.thesaurus())) {
      NeuralTrainer trainer = new NeuralTrainer();
      trainer.convert(bundle, Precision.FP32, writer);
      assertArrayEquals(network(bundle), Files.readAllBytes(writer.file(OnnxScorerProvider.MODEL)));
      Map<String, Object> written = trainer.convert(bundle, Precision.INT8, int8);
      int8.finish("1", trainer.method(), written, DecisionRule.above(0.5), Map.of(), Map.of());
    }
  }

  @Test
  void labelWiseHeadsExplainByTokens() throws IOException {
    settings.put("schedule", Map.of("epochs", 2));
    ModelBundle bundle = train("model", Progress.NONE);
    LegalAct act = LegalAct.ofText("a", TinyData.word(1) + " and " + TinyData.word(2));
    try (OnnxScorer scorer = new OnnxScorerProvider().open(bundle)) {
      assertTrue(scorer.explains());
      assertEquals(3, scorer.attributions(act, 1).length);
    }
  }

  /** The rate is too small to learn anything. */
  @Test
  void aHeadThatStartsFromDescriptorsKnowsTheLabelsBeforeTraining() throws IOException {
    thesaurus =
        TinyThesaurus.of(
            IntStream.range(0, LABELS)
                .mapToObj(i -> TinyThesaurus.concept("c" + i, TinyData.word(i)))
                .toList());
    settings.put("optimiser", Map.of("learningRate", 1e-9, "batchSize", 16));
    settings.put("schedule", Map.of("epochs", 1));
    double random = train("random", Progress.NONE).manifest().quality().get("dev").get("RP@5");
    settings.put("head", Map.of("type", "label-wise", "initial", "descriptors"));
    double named = train("named", Progress.NONE).manifest().quality().get("dev").get("RP@5");
    assertTrue(random < 0.6, "random " + random);
    assertTrue(named > 0.8, "from descriptors " + named);
  }

  @Test
  void descriptorsAreNotProjected() {
    settings.put(
        "head", Map.of("type", "label-wise", "initial", "descriptors", "projectionDimension", 8));
    TrainingException e =
        assertThrows(TrainingException.class, () -> train("model", Progress.NONE));
    assertTrue(e.getMessage().contains("'projectionDimension'"), e::getMessage);
  }

  @Test
  void aTransformerOverfits64Acts() throws IOException {
    acts = 64;
    encoder.put("dropout", 0.0);
    settings.put("head", Map.of("type", "first-state"));
    settings.put("optimiser", Map.of("learningRate", 0.01, "batchSize", 8));
    settings.put("schedule", Map.of("epochs", 120, "warmup", 0.1, "decay", "linear"));
    List<LearningCurve.Point> losses =
        LearningCurve.of(train("model", Progress.NONE)).orElseThrow().loss();
    double first = losses.get(0).value();
    double last = losses.get(losses.size() - 1).value();
    assertTrue(last < 0.02 * first, "the loss fell from " + first + " to " + last);
  }

  @Test
  void aKilledTrainingAboveFrozenLayersIsResumedToTheSameNetwork() throws IOException {
    encoder.put("frozenLayers", 1);
    encoder.put("unfreezeEpochs", 0.5);
    settings.put("embedding", Map.of("dimension", 16, "trainable", false, "vectors", vectors()));
    settings.put("labels", Map.of("negativeSamples", 6));
    settings.put("optimiser", Map.of("learningRate", 0.01, "weightDecay", 0.01, "batchSize", 16));
    settings.put("schedule", Map.of("epochs", 3, "checkpointMinutes", 1e-6));
    byte[] expected = network(train("whole", Progress.NONE));
    for (int step : new int[] {5, 12, 40}) {
      assertThrows(
          RecordedProgress.Stopped.class,
          () -> train("killed", RecordedProgress.untilStep("training", step)));
    }
    assertArrayEquals(expected, network(train("killed", Progress.NONE)));
  }

  private String vectors() throws IOException {
    StringBuilder lines = new StringBuilder();
    for (int label = 0; label < LABELS; label++) {
      lines.append(TinyData.word(label));
      for (int i = 0; i < 16; i++) {
        lines.append(' ').append(i == label ? 1 : 0.1);
      }
      lines.append('\n');
    }
    return Files.writeString(folder.resolve("vectors.txt"), lines).toString();
  }

  @Test
  void wordDropoutBelowFrozenLayersIsRefused() {
    encoder.put("frozenLayers", 1);
    settings.put("embedding", Map.of("dimension", 16, "trainable", false, "vectors", "corpus"));
    settings.put("dropout", Map.of("word", 0.1));
    TrainingException e =
        assertThrows(TrainingException.class, () -> train("wrong", Progress.NONE));
    assertEquals(
        "recipe 'tiny': the settings 'frozenLayers' of 'encoder' and 'word' of 'dropout'"
            + " contradict each other: the states of frozen layers are computed once, without"
            + " dropout; set the rate to 0, or cacheStates to false",
        e.getMessage());
  }

  private ModelBundle train(String name, Progress progress) throws IOException {
    TrainingData data =
        new TinyData()
            .randomActs("train", acts, LABELS)
            .randomActs("dev", 60, LABELS)
            .write(folder.resolve("data"));
    return Training.run(
        new Recipe("tiny", OnnxScorerProvider.METHOD, "1", settings, Map.of()),
        data,
        thesaurus,
        folder.resolve(name),
        Map.of(),
        new Resources(2, Long.MAX_VALUE),
        progress);
  }

  private static byte[] network(ModelBundle bundle) throws IOException {
    return Files.readAllBytes(bundle.file(OnnxScorerProvider.MODEL));
  }
}

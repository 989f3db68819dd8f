package org.solrlmtc.training.neural;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.solrlmtc.core.bundle.ModelBundle;
import org.solrlmtc.core.onnx.OnnxScorerProvider;
import org.solrlmtc.training.TinyData;
import org.solrlmtc.training.Training;
import org.solrlmtc.training.data.TrainingData;
import org.solrlmtc.training.execution.Progress;
import org.solrlmtc.training.execution.RecordedProgress;
import org.solrlmtc.training.execution.Resources;
import org.solrlmtc.training.execution.TrainingException;
import org.solrlmtc.training.neural.loop.LearningCurve;
import org.solrlmtc.training.recipe.Recipe;

class TestNeuralTraining {
  private static final int LABELS = 12;

  @TempDir Path folder;

  private final Map<String, Object> settings = new HashMap<>();

  TestNeuralTraining() {
    settings.put("embedding", Map.of("dimension", 16));
    settings.put("device", "cpu");
    settings.put("optimiser", Map.of("learningRate", 0.02, "batchSize", 16));
    settings.put("schedule", Map.of("epochs", 8, "decay", "linear", "monitor", "rp5"));
    settings.put("encoder", Map.of("type", "convolution", "filters", 16));
  }

  @ParameterizedTest
  @CsvSource({
    "convolution, label-wise",
    "convolution, attention",
    "bigru, label-wise",
    "bigru, attention",
    "hierarchical, label-wise",
    "hierarchical, attention"
  })
  void everyEncoderWorksWithEveryHead(String encoder, String head) throws IOException {
    settings.put(
        "encoder",
        switch (encoder) {
          case "bigru" -> Map.of("type", encoder, "hiddenSize", 12);
          case "hierarchical" -> Map.of("type", encoder, "hiddenSize", 12, "maxSectionLength", 7);
          default -> Map.of("type", encoder, "filters", 24, "poolSize", 2);
        });
    settings.put("head", Map.of("type", head));
    settings.put("schedule", Map.of("epochs", 20, "decay", "linear", "monitor", "rp5"));
    assertPredictsNewActs();
  }

  @Test
  void labelsCanBeSampled() throws IOException {
    settings.put("labels", Map.of("negativeSamples", 3, "finalFullEpochs", 1));
    settings.put("head", Map.of("type", "label-wise", "projectionDimension", 8));
    settings.put("schedule", Map.of("epochs", 20, "decay", "cosine", "warmup", 0.1));
    assertPredictsNewActs();
  }

  @ParameterizedTest
  @ValueSource(strings = {"zlpr", "asymmetric"})
  void everyLossLearnsWithAndWithoutSampledLabels(String loss) throws IOException {
    settings.put("loss", Map.of("type", loss));
    settings.put("schedule", Map.of("epochs", 20, "decay", "linear", "monitor", "loss"));
    assertPredictsNewActs();
    settings.put("labels", Map.of("negativeSamples", 3));
    assertPredictsNewActs("sampled");
  }

  @Test
  void dropoutAccumulationAndAveragingWorkTogether() throws IOException {
    settings.put("dropout", Map.of("embedding", 0.1, "word", 0.05, "encoder", 0.1));
    settings.put("optimiser", Map.of("learningRate", 0.02, "batchSize", 4, "accumulationSteps", 4));
    settings.put("schedule", Map.of("epochs", 20, "weightAveraging", "swa", "swaEpochs", 3));
    assertPredictsNewActs();
  }

  private void assertPredictsNewActs() throws IOException {
    assertPredictsNewActs("model");
  }

  private void assertPredictsNewActs(String name) throws IOException {
    ModelBundle bundle = train(name, Progress.NONE);
    double rp5 = bundle.manifest().quality().get("dev").get("RP@5");
    assertTrue(rp5 > 0.95, "RP@5 " + rp5);
  }

  @Test
  void theSameSeedResultsInTheSameNetwork() throws IOException {
    settings.put("dropout", Map.of("embedding", 0.1, "encoder", 0.1));
    settings.put("labels", Map.of("negativeSamples", 3));
    byte[] one = network(train("one", Progress.NONE));
    assertArrayEquals(one, network(train("same", Progress.NONE)));
    settings.put("seed", 2);
    assertFalse(Arrays.equals(one, network(train("other", Progress.NONE))));
  }

  @Test
  void aKilledTrainingIsResumedToTheSameNetwork() throws IOException {
    settings.put("encoder", Map.of("type", "bigru", "hiddenSize", 6));
    settings.put("dropout", Map.of("embedding", 0.1, "word", 0.1, "encoder", 0.1));
    settings.put("labels", Map.of("negativeSamples", 4));
    settings.put(
        "schedule",
        Map.of(
            "epochs",
            4,
            "decay",
            "linear",
            "weightAveraging",
            "ema",
            "emaDecay",
            0.9,
            "checkpointMinutes",
            1e-6));
    byte[] expected = network(train("whole", Progress.NONE));
    for (int step : new int[] {7, 26, 49}) {
      assertThrows(
          RecordedProgress.Stopped.class,
          () -> train("killed", RecordedProgress.untilStep("training", step)));
    }
    ModelBundle bundle = train("killed", Progress.NONE);
    assertArrayEquals(expected, network(bundle));
    LearningCurve curve = LearningCurve.of(bundle).orElseThrow();
    List<Double> epochs = List.of(1.0, 2.0, 3.0, 4.0);
    for (List<LearningCurve.Point> points :
        List.of(curve.loss(), curve.devLoss(), curve.devRp5(), curve.devNdcg5())) {
      assertEquals(epochs, points.stream().map(LearningCurve.Point::epoch).toList());
      assertTrue(points.stream().allMatch(point -> point.value() > 0), points::toString);
    }
  }

  @Test
  void trainingDataWithoutKnownLabelsAreRefused() throws IOException {
    TrainingData data =
        new TinyData().act("train", "some words", "unheard-of").write(folder.resolve("data"));
    TrainingException e =
        assertThrows(TrainingException.class, () -> train("none", data, Progress.NONE));
    assertTrue(e.getMessage().contains("nothing to train"), e.getMessage());
  }

  @Test
  void aLossThatIsNoNumberStopsTrainingAndKeepsTheLastState() throws IOException {
    settings.put("optimiser", Map.of("learningRate", 1e30, "batchSize", 16));
    settings.put("schedule", Map.of("epochs", 8, "checkpointMinutes", 1e-6));
    TrainingException e = assertThrows(TrainingException.class, () -> train("wild", Progress.NONE));
    assertTrue(e.getMessage().matches("(?s).*step \\d+.*'learningRate'.*"), e.getMessage());
    // the same recipe resumes right before the step that failed, and fails there again
    int failed = Integer.parseInt(e.getMessage().replaceFirst("(?s).*?step (\\d+).*", "$1"));
    RecordedProgress progress = new RecordedProgress();
    TrainingException again = assertThrows(TrainingException.class, () -> train("wild", progress));
    assertEquals(e.getMessage(), again.getMessage());
    assertTrue(failed > 1, "no step was good");
    assertTrue(
        progress.notes().contains("resuming after step " + (failed - 1)),
        () -> progress.notes().toString());
  }

  @Test
  void aRecipesMistakeIsNamed() throws IOException {
    settings.put("encoder", Map.of("type", "lstm"));
    TrainingException e =
        assertThrows(TrainingException.class, () -> train("wrong", Progress.NONE));
    assertEquals(
        "recipe 'tiny': the setting 'type' of 'encoder' cannot be 'lstm': use convolution, bigru,"
            + " hierarchical, transformer",
        e.getMessage());
  }

  @Test
  void aFileOfVectorsThatDoesNotExistIsFoundBeforeDataIsRead() {
    settings.put("embedding", Map.of("dimension", 16, "vectors", "no-such-file.txt"));
    Recipe recipe = new Recipe("tiny", OnnxScorerProvider.METHOD, "1", settings, Map.of());
    TrainingException e =
        assertThrows(TrainingException.class, () -> new NeuralTrainer().check(recipe));
    assertTrue(
        e.getMessage().matches("recipe 'tiny': .*'vectors' of 'embedding'.*no-such-file.txt.*"),
        e.getMessage());
  }

  private ModelBundle train(String name, Progress progress) throws IOException {
    return train(
        name,
        new TinyData()
            .randomActs("train", 300, LABELS)
            .randomActs("dev", 60, LABELS)
            .write(folder.resolve("data")),
        progress);
  }

  private ModelBundle train(String name, TrainingData data, Progress progress) throws IOException {
    return Training.run(
        new Recipe("tiny", OnnxScorerProvider.METHOD, "1", settings, Map.of()),
        data,
        TinyData.thesaurus(LABELS),
        folder.resolve(name),
        Map.of(),
        new Resources(2, Long.MAX_VALUE),
        progress);
  }

  private static byte[] network(ModelBundle bundle) throws IOException {
    return Files.readAllBytes(bundle.file(OnnxScorerProvider.MODEL));
  }
}

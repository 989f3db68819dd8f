package org.solrlmtc.training.data;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.solrlmtc.training.TinyData;
import org.solrlmtc.training.Training;
import org.solrlmtc.training.execution.Progress;
import org.solrlmtc.training.execution.RecordedProgress;
import org.solrlmtc.training.execution.Resources;
import org.solrlmtc.training.execution.ResumePolicy;
import org.solrlmtc.training.execution.TrainingException;
import org.solrlmtc.training.recipe.Recipe;

/** Whole trainings, and how often they parse the training split. */
class TestParsedOnce {
  private static final int LABELS = 5;
  private static final Map<String, Object> NGRAMS =
      Map.of("minDocFrequency", 1, "maxCountedNgrams", 100_000);
  private static final Map<String, Map<String, Object>> SETTINGS =
      Map.of(
          "exact-match",
          Map.of(),
          "linear",
          NGRAMS,
          "label-tree",
          NGRAMS,
          "onnx",
          Map.of(
              "device",
              "cpu",
              "embedding",
              Map.of("dimension", 8, "vectors", "corpus"),
              "encoder",
              Map.of("type", "convolution", "filters", 8),
              "schedule",
              Map.of("epochs", 1)),
          "ensemble",
          Map.of("members", List.of(Map.of("bundle", "exact-match"), Map.of("bundle", "linear"))));

  @TempDir Path folder;

  @BeforeEach
  void writeData() throws IOException {
    new TinyData()
        .randomActs("train", 80, LABELS)
        .randomActs("dev", 20, LABELS)
        .write(folder.resolve("data"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"exact-match", "linear", "label-tree", "onnx"})
  void aTrainingParsesItsActsOnce(String method) throws IOException {
    TrainingData data = data();
    RecordedProgress progress = new RecordedProgress();
    train(method, data, ResumePolicy.USE, progress);
    assertEquals(1, data.parses());
    assertEquals(1, data.devParses());
    assertTrue(
        progress.notes().stream()
            .anyMatch(note -> note.matches("100 parsed acts take 0\\.\\d MB in .*")),
        progress.notes().toString());
    assertFalse(Files.exists(work(method)), "the parsed acts are deleted with the work folder");
  }

  @Test
  void anEnsembleParsesItsActsOnce() throws IOException {
    train("exact-match", data(), ResumePolicy.USE, Progress.NONE);
    train("linear", data(), ResumePolicy.USE, Progress.NONE);
    TrainingData data = data();
    train("ensemble", data, ResumePolicy.USE, Progress.NONE);
    assertEquals(1, data.parses());
    assertEquals(1, data.devParses());
  }

  @Test
  void anInterruptedTrainingReadsItsParsedActsAgain() throws IOException {
    assertThrows(
        RecordedProgress.Stopped.class,
        () -> train("linear", data(), ResumePolicy.USE, RecordedProgress.untilStage("writing")));
    TrainingData resumed = data();
    train("linear", resumed, ResumePolicy.REQUIRE, Progress.NONE);
    assertEquals(0, resumed.parses());
  }

  @Test
  void aTrainingFromTheStartParsesItsActsAgain() throws IOException {
    assertThrows(
        RecordedProgress.Stopped.class,
        () -> train("linear", data(), ResumePolicy.USE, RecordedProgress.untilStage("writing")));
    TrainingData restarted = data();
    train("linear", restarted, ResumePolicy.DISCARD, Progress.NONE);
    assertEquals(1, restarted.parses());
  }

  @Test
  void parsedActsAloneCannotBeResumed() throws IOException {
    assertThrows(
        RecordedProgress.Stopped.class,
        () -> train("linear", data(), ResumePolicy.USE, RecordedProgress.untilStage("counting")));
    TrainingException e =
        assertThrows(
            TrainingException.class,
            () -> train("linear", data(), ResumePolicy.REQUIRE, Progress.NONE));
    assertEquals(
        "there is nothing to resume: "
            + work("linear")
            + " has no checkpoint; train from the start",
        e.getMessage());
  }

  private TrainingData data() {
    return TrainingData.in(folder.resolve("data"));
  }

  private Path work(String method) {
    return folder.resolve("." + method + ".work");
  }

  private void train(String method, TrainingData data, ResumePolicy policy, Progress progress)
      throws IOException {
    Training.run(
        new Recipe("tiny", method, "1", SETTINGS.get(method), Map.of()),
        data,
        TinyData.thesaurus(LABELS),
        folder.resolve(method),
        Map.of(),
        new Resources(1, 1L << 30).with(policy),
        progress);
  }
}

package org.solrlmtc.training.neural.transformer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.bytedeco.pytorch.Tensor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.solrlmtc.core.settings.Settings;
import org.solrlmtc.training.execution.Progress;
import org.solrlmtc.training.execution.RecordedProgress;
import org.solrlmtc.training.execution.TrainingException;
import org.solrlmtc.training.neural.layer.Embedding;
import org.solrlmtc.training.neural.layer.Encoder;
import org.solrlmtc.training.neural.layer.WordEmbedding;
import org.solrlmtc.training.neural.tensor.Torch;
import org.solrlmtc.training.neural.text.Batch;
import org.solrlmtc.training.neural.text.TokenizedActs;

class TestStateCache {
  private static final int SIZE = 12;
  private static final int WORDS = 50;
  private static final int ACTS = 3000;
  private static final String STAGE = "computing the states of the frozen layers";

  private static final Torch TORCH = new Torch(Torch.DeviceChoice.CPU, 2, note -> {});

  @TempDir Path folder;

  private final TokenizedActs acts = new TokenizedActs(WORDS, 1, 1);
  private final Embedding.Layer embedding;

  TestStateCache() {
    Random random = new Random(4);
    for (int act = 0; act < ACTS; act++) {
      acts.add(random.ints(1 + random.nextInt(9), 1, WORDS).toArray(), new int[0], 1);
    }
    Torch.seed(3);
    embedding = WordEmbedding.layer(TORCH, TORCH.normal(1, WORDS, SIZE), false);
  }

  private static Encoder.Layer encoder(int seed, boolean cached) {
    Torch.seed(seed);
    return Transformer.read(
            new Settings(
                "test",
                Map.of(
                    "layers",
                    3,
                    "heads",
                    3,
                    "feedForwardSize",
                    20,
                    "frozenLayers",
                    2,
                    "cacheStates",
                    cached)))
        .layer(TORCH, SIZE);
  }

  private Encoder.Layer prepared(int seed, Progress progress) throws IOException {
    Encoder.Layer encoder = encoder(seed, true);
    // some acts only, as of dev
    encoder.prepare(new Encoder.Preparation(embedding, List.of(acts), folder, progress));
    return encoder;
  }

  private double difference(Encoder.Layer one, Encoder.Layer other) {
    Batch batch = Batch.of(acts, new int[] {2999, 0, 17, 1500, 1499});
    Tensor vectors = embedding.forward(batch);
    float[] first = Torch.toArray(one.score(batch, vectors).states());
    float[] second = Torch.toArray(other.score(batch, vectors).states());
    return IntStream.range(0, first.length)
        .mapToDouble(i -> Math.abs(first[i] - second[i]))
        .max()
        .orElseThrow();
  }

  private List<String> files() throws IOException {
    try (Stream<Path> files = Files.list(folder.resolve("states"))) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void cachedStatesAreThoseOfTheFrozenLayers() throws IOException {
    Encoder.Layer cached = prepared(1, Progress.NONE);
    double difference = difference(cached, encoder(1, false));
    assertTrue(difference < 5e-3, "differs by " + difference);
    assertTrue(difference > 0, "nothing was read in half precision");
    double other = difference(cached, encoder(2, false));
    assertTrue(other > 0.1, "other weights differ by no more than " + other);
    int tokens = IntStream.range(0, acts.size()).map(act -> acts.tokens(act).length).sum();
    assertEquals(2L * tokens * SIZE, Files.size(folder.resolve("states").resolve(files().get(0))));
  }

  @Test
  void statesAreComputedOncePerWeightsAndActs() throws IOException {
    prepared(1, Progress.NONE);
    RecordedProgress again = new RecordedProgress();
    prepared(1, again);
    assertEquals(List.of(), again.notes());
    assertEquals(1, files().size());
    prepared(2, Progress.NONE);
    assertEquals(2, files().size());
    acts.add(new int[] {1, 2}, new int[0], 1);
    prepared(2, Progress.NONE);
    assertEquals(3, files().size());
  }

  @Test
  void aKilledComputationIsContinued() throws IOException {
    assertThrows(
        RecordedProgress.Stopped.class, () -> prepared(1, RecordedProgress.untilStep(STAGE, 2000)));
    assertEquals(
        List.of("done", "part"),
        files().stream().map(name -> name.replaceFirst(".*\\.", "")).toList());
    long[] first = {-1};
    Progress progress =
        new Progress() {
          @Override
          public void stage(String name) {}

          @Override
          public void step(long done) {
            first[0] = first[0] < 0 ? done : first[0];
          }

          @Override
          public void note(String text) {}
        };
    Encoder.Layer cached = prepared(1, progress);
    assertTrue(first[0] > 1000, "it was continued after " + first[0] + " acts");
    assertTrue(difference(cached, encoder(1, false)) < 5e-3);
    assertEquals(1, files().size());
  }

  @Test
  void aFullDiskIsFoundBeforeAnythingIsWritten() throws IOException {
    Encoder.Preparation preparation =
        new Encoder.Preparation(embedding, List.of(acts), folder, Progress.NONE);
    TransformerWeights weights = (TransformerWeights) encoder(1, false).weights();
    TrainingException e =
        assertThrows(
            TrainingException.class,
            () ->
                StateCache.open(
                    folder.resolve("states"),
                    preparation,
                    2,
                    weights,
                    (batch, vectors) -> vectors,
                    path -> 1000));
    assertTrue(
        e.getMessage().matches(".*need 0.0 GB, but .*states has only 0.0 GB free.*'cache'.*"),
        e.getMessage());
    assertEquals(List.of(), files());
  }

  @Test
  void aFileThatCannotBeWrittenIsAnErrorAndNothingIsLeft() throws IOException {
    prepared(1, Progress.NONE).close();
    Path file = folder.resolve("states").resolve(files().get(0));
    Files.delete(file);
    Files.createDirectory(
        file.resolveSibling(file.getFileName().toString().replace(".bin", ".part")));
    TrainingException e =
        assertThrows(TrainingException.class, () -> prepared(1, Progress.NONE));
    assertTrue(
        e.getMessage()
            .matches("cannot write the states of the frozen layers to .*states: .*'cache'.*"),
        e.getMessage());
    assertEquals(List.of(), files());
  }
}

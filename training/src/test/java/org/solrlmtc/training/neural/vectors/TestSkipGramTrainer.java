package org.solrlmtc.training.neural.vectors;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.solrlmtc.core.settings.Settings;
import org.solrlmtc.core.text.WordTokenizerSettings;
import org.solrlmtc.training.TinyData;
import org.solrlmtc.training.data.TrainingData;
import org.solrlmtc.training.execution.Progress;
import org.solrlmtc.training.execution.RecordedProgress;
import org.solrlmtc.training.execution.Resources;
import org.solrlmtc.training.execution.TrainingException;

/** Acts of {@value #TOPICS} topics: a topic has interchangeable words among its own. */
class TestSkipGramTrainer {
  private static final int TOPICS = 5;
  private static final int SIMILAR = 4;
  private static final int OTHERS = 6;
  private static final int EPOCHS = 8;
  private static final WordTokenizerSettings TEXT =
      WordTokenizerSettings.read(new Settings("text", Map.of()));

  @TempDir private Path folder;
  private TrainingData data;

  @BeforeEach
  void writeActs() throws IOException {
    Random random = new Random(5);
    TinyData acts = new TinyData();
    for (int act = 0; act < 400; act++) {
      int topic = random.nextInt(TOPICS);
      List<String> words = new ArrayList<>();
      for (int i = 0; i < 20; i++) {
        words.add(other(topic, random.nextInt(OTHERS)));
        words.add(i % 3 == 0 ? similar(topic, random.nextInt(SIMILAR)) : "the");
      }
      acts.act("train", String.join(" ", words) + (act == 0 ? " rare" : ""));
    }
    data = acts.write(folder.resolve("data"));
  }

  private static String similar(int topic, int number) {
    return TinyData.word(100 * topic + number);
  }

  private static String other(int topic, int number) {
    return TinyData.word(100 * topic + 50 + number);
  }

  @Test
  void interchangeableWordsHaveSimilarVectors() throws IOException {
    WordVectors vectors = train(settings(Map.of()), 2, "work", Progress.NONE);
    assertEquals("the", vectors.words().get(0));
    assertEquals(TOPICS * (SIMILAR + OTHERS) + 1, vectors.words().size());
    assertTrue(vectors.row("rare").isEmpty());
    for (int topic = 0; topic < TOPICS; topic++) {
      int word = vectors.row(similar(topic, 0)).orElseThrow();
      for (int i = 1; i < SIMILAR; i++) {
        double similar = vectors.cosine(word, vectors.row(similar(topic, i)).orElseThrow());
        for (int shift = 1; shift < TOPICS; shift++) {
          String other = similar((topic + shift) % TOPICS, i);
          double different = vectors.cosine(word, vectors.row(other).orElseThrow());
          assertTrue(similar > different + 0.3, similar + " against " + different);
        }
      }
    }
  }

  @Test
  void theVectorsDoNotDependOnTheNumberOfThreads() throws IOException {
    SkipGramSettings settings = settings(Map.of("epochs", 2));
    float[] one = train(settings, 1, "one", Progress.NONE).matrix().values();
    assertArrayEquals(one, train(settings, 2, "two", Progress.NONE).matrix().values());
    assertArrayEquals(one, train(settings, 7, "seven", Progress.NONE).matrix().values());
    SkipGramSettings otherSeed = settings(Map.of("epochs", 2, "seed", 2));
    assertFalse(Arrays.equals(one, train(otherSeed, 2, "seed", Progress.NONE).matrix().values()));
  }

  @Test
  void anInterruptedRunEndsWithTheSameVectors() throws IOException {
    float[] whole = train(settings(Map.of()), 2, "whole", Progress.NONE).matrix().values();
    assertThrows(
        RecordedProgress.Stopped.class, () -> train(settings(Map.of()), 2, "work", untilRound(3)));
    RecordedProgress progress = new RecordedProgress();
    assertArrayEquals(whole, train(settings(Map.of()), 1, "work", progress).matrix().values());
    assertTrue(
        progress.notes().contains("resuming after round 3 of " + 50 * EPOCHS),
        progress.notes()::toString);
  }

  @Test
  void aStateThatIsDamagedOrOfOtherSettingsIsNotResumed() throws IOException {
    float[] whole = train(settings(Map.of()), 2, "whole", Progress.NONE).matrix().values();
    assertThrows(
        RecordedProgress.Stopped.class,
        () -> train(settings(Map.of("window", 3)), 2, "work", untilRound(3)));
    RecordedProgress progress = new RecordedProgress();
    assertArrayEquals(whole, train(settings(Map.of()), 2, "work", progress).matrix().values());
    Path state = folder.resolve("work").resolve("vectors.state");
    byte[] bytes = Files.readAllBytes(state);
    bytes[bytes.length / 2] ^= 1;
    Files.write(state, bytes);
    assertArrayEquals(whole, train(settings(Map.of()), 2, "work", progress).matrix().values());
    Files.write(state, Arrays.copyOf(bytes, bytes.length / 2));
    assertArrayEquals(whole, train(settings(Map.of()), 2, "work", progress).matrix().values());
    assertEquals(3, progress.notes().size(), progress.notes()::toString);
  }

  @Test
  void theStateIsDeleted() throws IOException {
    train(settings(Map.of("epochs", 1)), 1, "work", Progress.NONE);
    assertTrue(Files.exists(folder.resolve("work").resolve("vectors.state")));
    SkipGramTrainer.forget(folder.resolve("work"));
    assertTrue(Files.notExists(folder.resolve("work")));
    SkipGramTrainer.forget(folder.resolve("work"));
  }

  @Test
  void invalidSettingsAreRefused() {
    TrainingException tooRare =
        assertThrows(
            TrainingException.class,
            () -> train(settings(Map.of("minCount", 5000)), 1, "work", Progress.NONE));
    assertTrue(tooRare.getMessage().contains("lower 'minCount'"), tooRare.getMessage());
    TrainingException tooLarge =
        assertThrows(
            TrainingException.class,
            () ->
                new SkipGramTrainer(settings(Map.of()), TEXT)
                    .train(data, new Resources(1, 1 << 20), folder, Progress.NONE));
    assertTrue(tooLarge.getMessage().contains("lower 'dimension'"), tooLarge.getMessage());
    IllegalArgumentException wrong =
        assertThrows(IllegalArgumentException.class, () -> settings(Map.of("window", 0)));
    assertTrue(wrong.getMessage().contains("'window' must be 1 to 100"), wrong.getMessage());
  }

  /** For a text of few words: no subsampling. */
  private static SkipGramSettings settings(Map<String, Object> given) {
    Map<String, Object> map = SkipGramSettings.DEFAULT.toMap();
    map.putAll(Map.of("dimension", 15, "epochs", EPOCHS, "subsample", 1, "learningRate", 0.05));
    map.putAll(given);
    return SkipGramSettings.read(new Settings("word vector", map));
  }

  private WordVectors train(SkipGramSettings settings, int threads, String work, Progress progress)
      throws IOException {
    return new SkipGramTrainer(settings, TEXT, Duration.ZERO)
        .train(data, new Resources(threads, 1 << 30), folder.resolve(work), progress);
  }

  private static RecordedProgress untilRound(int round) {
    return RecordedProgress.untilStep("training word vectors", round);
  }
}

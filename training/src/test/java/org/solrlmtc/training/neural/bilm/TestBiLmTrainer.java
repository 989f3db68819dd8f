package org.solrlmtc.training.neural.bilm;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.solrlmtc.core.act.ZoneSelection;
import org.solrlmtc.training.data.TrainingData;
import org.solrlmtc.training.execution.Progress;
import org.solrlmtc.training.execution.Resources;
import org.solrlmtc.training.execution.TrainingException;
import org.solrlmtc.training.neural.elmo.ElmoFiles;
import org.solrlmtc.training.neural.elmo.ElmoOptions;
import org.solrlmtc.training.neural.elmo.ElmoOptions.Filter;
import org.solrlmtc.training.neural.elmo.ElmoWeights;

class TestBiLmTrainer {
  private static final Resources TWO_THREADS = new Resources(2, 1L << 30);

  @TempDir Path folder;

  /** Every word is followed by one of two others: a perplexity of 2 is the best. */
  @BeforeEach
  void writeActs() throws IOException {
    Random random = new Random(4);
    List<String> lines = new ArrayList<>();
    for (int act = 0; act < 400; act++) {
      StringBuilder text = new StringBuilder();
      int word = random.nextInt(30);
      for (int i = 0; i < 5 + random.nextInt(30); i++) {
        text.append("Word").append((char) ('a' + word % 26)).append(word).append(' ');
        word = (2 * word + random.nextInt(2)) % 30;
      }
      lines.add(
          String.format(
              Locale.ROOT,
              "{\"celex_id\":\"a%d\",\"uri\":\"\",\"type\":\"Decision\",\"concepts\":[\"1\"],"
                  + "\"title\":\"t\",\"header\":\"%s\",\"recitals\":\"\",\"main_body\":[],"
                  + "\"attachments\":\"\"}",
              act,
              text));
    }
    Files.write(folder.resolve("train.jsonl"), lines);
  }

  private static BiLmSettings settings(int epochs, double minutes) {
    ElmoOptions options =
        new ElmoOptions(
            10,
            4,
            List.of(new Filter(1, 8), new Filter(3, 16)),
            ElmoOptions.Activation.RELU,
            1,
            2,
            24,
            16,
            3,
            3,
            true);
    return new BiLmSettings(
        options, ZoneSelection.parse("H+R"), 100, 0, epochs, 16, 16, 20, 0.02, minutes, 1e-9, 3);
  }

  private BiLmTrainer.Result train(BiLmSettings settings, String name, Progress progress)
      throws IOException {
    return new BiLmTrainer(settings, TWO_THREADS, progress)
        .train(TrainingData.in(folder), folder.resolve(name));
  }

  @Test
  void aModelLearnsToPredictWordsAndIsWrittenAsPublicFiles() throws IOException {
    BiLmTrainer.Result result = train(settings(15, 0), "elmo", Progress.NONE);
    assertTrue(result.perplexity() < 4, "perplexity is " + result.perplexity());
    assertTrue(result.perplexity() > 1.8, "perplexity is " + result.perplexity());
    ElmoWeights weights = ElmoFiles.in(folder.resolve("elmo")).read();
    assertEquals(settings(15, 0).options(), weights.options());
    List<String> log = Files.readAllLines(folder.resolve("elmo/training.jsonl"));
    assertTrue(log.size() >= 10, "the log has " + log.size() + " lines");
    assertTrue(log.get(0).contains("perplexity"), log.get(0));
    List<String> words = Files.readAllLines(folder.resolve("elmo/vocabulary.txt"));
    assertEquals(List.of("<S>", "</S>", "<UNK>"), words.subList(0, 3));
    assertTrue(words.contains("Worda0"), "case and digits are kept: " + words);
    assertFalse(Files.exists(folder.resolve(".elmo.work")));
  }

  @Test
  void aResumedRunEndsWithTheSameWeights() throws IOException {
    train(settings(2, 0), "whole", Progress.NONE);
    Progress interrupting =
        new Progress() {
          private boolean training;

          @Override
          public void stage(String name) {
            training = name.equals("training the biLM");
          }

          @Override
          public void step(long done) {
            if (training && done == 31) {
              throw new IllegalStateException("interrupted");
            }
          }

          @Override
          public void note(String text) {}
        };
    assertThrows(IllegalStateException.class, () -> train(settings(2, 0), "resumed", interrupting));
    assertFalse(Files.exists(folder.resolve("resumed")));
    List<String> notes = new ArrayList<>();
    train(
        settings(2, 0),
        "resumed",
        new Progress() {
          @Override
          public void stage(String name) {}

          @Override
          public void step(long done) {}

          @Override
          public void note(String text) {
            notes.add(text);
          }
        });
    assertTrue(notes.contains("resuming after step 30"), notes.toString());
    ElmoWeights whole = ElmoFiles.in(folder.resolve("whole")).read();
    ElmoWeights resumed = ElmoFiles.in(folder.resolve("resumed")).read();
    assertArrayEquals(
        whole.forward().get(1).recurrent().values(), resumed.forward().get(1).recurrent().values());
    assertArrayEquals(whole.characters().values(), resumed.characters().values());
    assertArrayEquals(
        whole.filters().get(1).weights().values(), resumed.filters().get(1).weights().values());
  }

  @Test
  void trainingEndsWhenItsTimeIsOver() throws IOException {
    BiLmTrainer.Result result = train(settings(1000, 0.01), "short", Progress.NONE);
    assertTrue(result.steps() > 0 && result.steps() < 30_000, result.toString());
    ElmoFiles.in(folder.resolve("short")).read();
  }

  @Test
  void anExistingFolderIsKept() throws IOException {
    Files.createDirectory(folder.resolve("mine"));
    TrainingException e =
        assertThrows(TrainingException.class, () -> train(settings(1, 0), "mine", Progress.NONE));
    assertTrue(e.getMessage().contains("exists already"), e.getMessage());
  }

  @Test
  void tooFewActsAreRefused() throws IOException {
    Path train = folder.resolve("train.jsonl");
    Files.write(train, Files.readAllLines(train).subList(0, 20));
    TrainingException e =
        assertThrows(TrainingException.class, () -> train(settings(1, 0), "few", Progress.NONE));
    assertTrue(e.getMessage().contains("at least 100 training acts"), e.getMessage());
  }
}

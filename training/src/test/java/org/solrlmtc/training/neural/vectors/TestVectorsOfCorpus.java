package org.solrlmtc.training.neural.vectors;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.solrlmtc.core.bundle.Settings;
import org.solrlmtc.core.text.TokenSettings;
import org.solrlmtc.training.Progress;
import org.solrlmtc.training.Resources;
import org.solrlmtc.training.TrainingData;

class TestVectorsOfCorpus {
  private static final String[][] ALIKE = {
    {"apples", "pears"},
    {"beef", "veal"},
    {"germany", "france"},
    {"january", "july"},
    {"increase", "reduction"},
    {"cheese", "butter"},
    {"export", "import"},
    {"wheat", "barley"},
  };

  @TempDir private Path folder;

  @Test
  void wordsOfAKindAreNearerThanRandomOnes() throws IOException {
    String configured = System.getenv("LMTC_CORPUS");
    Path corpus =
        configured == null ? Path.of("..", "..", "shared", "eurlex57k") : Path.of(configured);
    assumeTrue(
        Files.exists(corpus.resolve("train.jsonl.gz")),
        "no EURLEX57K corpus here: set LMTC_CORPUS to its folder");
    writeActs(corpus.resolve("train.jsonl.gz"), 1000);
    Map<String, Object> settings = new LinkedHashMap<>(SkipGramSettings.DEFAULT.toMap());
    settings.putAll(Map.of("size", 50, "epochs", 3, "learningRate", 0.05));
    WordVectors vectors =
        new SkipGramTrainer(
                SkipGramSettings.read(new Settings("word vector", settings)),
                TokenSettings.read(new Settings("text", Map.of("maxTokens", 2000))))
            .train(
                TrainingData.in(folder),
                Resources.ofThisProcess(),
                folder.resolve("work"),
                Progress.SILENT);
    SplittableRandom random = new SplittableRandom(1);
    for (String[] pair : ALIKE) {
      int one = vectors.row(pair[0]).orElseThrow();
      double alike = vectors.cosine(one, vectors.row(pair[1]).orElseThrow());
      int nearer = 0;
      for (int i = 0; i < 1000; i++) {
        nearer += vectors.cosine(one, random.nextInt(vectors.words().size())) >= alike ? 1 : 0;
      }
      assertTrue(nearer < 50, String.join(" and ", pair) + ": " + nearer + " of 1000 are nearer");
    }
  }

  private void writeActs(Path source, int acts) throws IOException {
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                new GZIPInputStream(Files.newInputStream(source)), StandardCharsets.UTF_8))) {
      Files.write(
          folder.resolve("train.jsonl"), (Iterable<String>) lines.lines().limit(acts)::iterator);
    }
  }
}

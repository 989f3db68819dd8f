package org.solrlmtc.training.neural.vectors;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.solrlmtc.core.settings.Settings;
import org.solrlmtc.core.text.WordTokenizerSettings;
import org.solrlmtc.fixtures.Corpus;
import org.solrlmtc.training.data.TrainingData;
import org.solrlmtc.training.execution.Progress;
import org.solrlmtc.training.execution.Resources;

/** Few acts do not result in good vectors of every word, so the mean over pairs is checked. */
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
  void wordsOfAKindAreMuchNearerThanRandomOnes() throws IOException {
    writeActs(Corpus.file("train.jsonl.gz"), 1000);
    Map<String, Object> settings = new LinkedHashMap<>(SkipGramSettings.DEFAULT.toMap());
    settings.putAll(Map.of("dimension", 50, "epochs", 3, "learningRate", 0.05));
    WordVectors vectors =
        new SkipGramTrainer(
                SkipGramSettings.read(new Settings("word vector", settings)),
                WordTokenizerSettings.read(new Settings("text", Map.of("maxSequenceLength", 2000))))
            .train(
                TrainingData.in(folder),
                Resources.ofThisProcess(),
                folder.resolve("work"),
                Progress.NONE);
    double sum = 0;
    StringBuilder shares = new StringBuilder();
    for (String[] pair : ALIKE) {
      double share = shareOfNearerWords(vectors, pair[0], pair[1]);
      sum += share;
      shares.append(String.format(Locale.ROOT, "%s and %s: %.3f; ", pair[0], pair[1], share));
    }
    assertTrue(sum / ALIKE.length < 0.1, shares.toString());
  }

  /** Relative rank: 0 for the nearest word, 0.5 on average for a random one. */
  private static double shareOfNearerWords(WordVectors vectors, String one, String other) {
    int row = vectors.row(one).orElseThrow();
    double cosine = vectors.cosine(row, vectors.row(other).orElseThrow());
    int words = vectors.words().size();
    return (double)
            IntStream.range(0, words)
                .filter(word -> word != row && vectors.cosine(row, word) > cosine)
                .count()
        / words;
  }

  private void writeActs(Path source, int acts) throws IOException {
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                new GZIPInputStream(Files.newInputStream(source)), StandardCharsets.UTF_8))) {
      Files.write(folder.resolve("train.jsonl"), lines.lines().limit(acts).toList());
    }
  }
}

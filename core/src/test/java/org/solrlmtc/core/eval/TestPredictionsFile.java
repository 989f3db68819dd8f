package org.solrlmtc.core.eval;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TestPredictionsFile {
  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"p.jsonl", "p.jsonl.gz"})
  void whatIsWrittenIsReadToTheLastBit(String name) throws IOException {
    Random random = new Random(1);
    List<ActPredictions> written = new ArrayList<>();
    for (int act = 0; act < 200; act++) {
      List<Prediction> ranking = new ArrayList<>();
      for (int label = 0; label < act % 20; label++) {
        float score = random.nextInt(5) == 0 ? 1e-30f * random.nextFloat() : random.nextFloat();
        ranking.add(new Prediction("é\"" + label, score));
      }
      ranking.sort((one, other) -> Float.compare(other.score(), one.score()));
      written.add(new ActPredictions("act" + act, ranking));
    }
    Path file = folder.resolve(name);
    write(file, written);
    assertEquals(written, read(file));
    byte[] start = Files.readAllBytes(file);
    assertEquals(name.endsWith(".gz"), start[0] == 0x1f, "compressed by name");
    Path renamed = Files.move(file, folder.resolve("other.name"));
    assertEquals(written, read(renamed), "decompressed by content");
  }

  @Test
  void aPredictionsFileHasOneLinePerAct() throws IOException {
    Path file = folder.resolve("p.jsonl");
    write(
        file,
        List.of(
            new ActPredictions("31960D0712", List.of(new Prediction("1086", 0.91f))),
            new ActPredictions("31960D0713", List.of())));
    assertEquals(
        "{\"celex_id\":\"31960D0712\",\"labels\":[[\"1086\",0.91]]}\n"
            + "{\"celex_id\":\"31960D0713\",\"labels\":[]}\n",
        Files.readString(file));
  }

  @Test
  void anUnfinishedFileReplacesNothing() throws IOException {
    Path file = folder.resolve("p.jsonl");
    Files.writeString(file, "before");
    try (PredictionsFile.Writer writer = new PredictionsFile.Writer(file)) {
      writer.write(new ActPredictions("1", List.of()));
    }
    assertEquals("before", Files.readString(file));
    try (Stream<Path> files = Files.list(folder)) {
      assertEquals(List.of(file), files.toList());
    }
    write(file, List.of());
    assertFalse(Files.readString(file).contains("before"));
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          [1]                                                 | expected an object for each act
          {"celex_id": "b", "labels": [], "x": 1}             | unknown field 'x': an act has celex_id and labels
          {"celex_id": "b"}                                   | the field labels is missing
          {"labels": []}                                      | the field celex_id is missing
          {"celex_id": 5, "labels": []}                       | expected a string as celex_id
          {"celex_id": "b", "labels": {}}                     | expected pairs of label and score, such as ["1086", 0.91], as labels
          {"celex_id": "b", "labels": [["1"]]}                | expected pairs of label and score, such as ["1086", 0.91], as labels
          {"celex_id": "b", "labels": [["1", "0.5"]]}         | expected pairs of label and score, such as ["1086", 0.91], as labels
          {"celex_id": "b", "labels": [["1", 0.5, 1]]}        | expected pairs of label and score, such as ["1086", 0.91], as labels
          {"celex_id": "b", "labels": [["1", 1.5]]}           | the score of label 1 must be between 0 and 1, not 1.5
          {"celex_id": "b", "labels": [["1", .5], ["1", .4]]} | Unexpected character
          {"celex_id": "b", "labels": [["1", NaN]]}           | Non-standard token 'NaN'
          {"celex_id": "b", "labels": [["1",0.5],["1",0.4]]}  | act b: the label 1 is predicted twice
          {"celex_id": "b", "labels": [["1",0.4],["2",0.5]]}  | act b: the label 2 scores higher
          {"celex_id": "a", "labels": []}                     | the act a appears twice in the file
          {"celex_id": "b", "celex_id": "c", "labels": []}    | Duplicate field 'celex_id'
          {"celex_id": "b", "labels": [                       | Unexpected end-of-input
          """)
  void mistakesAreReportedWithFileAndLine(String line, String message) throws IOException {
    Path file = folder.resolve("p.jsonl");
    Files.writeString(file, "{\"celex_id\": \"a\", \"labels\": []}\n" + line);
    String reported = assertThrows(IOException.class, () -> read(file)).getMessage();
    assertTrue(reported.startsWith(file + ":2: " + message), reported);
    assertFalse(reported.contains("Source:"), reported);
  }

  @Test
  void bytesThatAreNotUtf8AreReported() throws IOException {
    Path file = folder.resolve("p.jsonl");
    Files.write(file, "{\"celex_id\": \"\u00e9\"}".getBytes(StandardCharsets.ISO_8859_1));
    assertEquals(
        file + ":1: the file is not in UTF-8",
        assertThrows(IOException.class, () -> read(file)).getMessage());
  }

  @Test
  void damagedCompressionIsReported() throws IOException {
    Path file = folder.resolve("p.jsonl.gz");
    write(file, List.of(new ActPredictions("a", List.of(new Prediction("1", 0.5f)))));
    byte[] bytes = Files.readAllBytes(file);
    Files.write(file, Arrays.copyOf(bytes, bytes.length - 12));
    String reported = assertThrows(IOException.class, () -> read(file)).getMessage();
    assertTrue(reported.startsWith(file + ":"), reported);
    Files.write(file, new byte[] {0x1f, (byte) 0x8b, 9, 9});
    reported = assertThrows(IOException.class, () -> read(file)).getMessage();
    assertTrue(reported.startsWith(file + ": cannot be decompressed: "), reported);
  }

  @Test
  void endlessNamesAreRefused() throws IOException {
    Path file = folder.resolve("p.jsonl");
    Files.writeString(file, "{\"celex_id\": \"" + "9".repeat(100_000) + "\", \"labels\": []}");
    String reported = assertThrows(IOException.class, () -> read(file)).getMessage();
    assertTrue(reported.startsWith(file + ":1: "), reported);
  }

  private static void write(Path file, List<ActPredictions> predictions) throws IOException {
    try (PredictionsFile.Writer writer = new PredictionsFile.Writer(file)) {
      for (ActPredictions act : predictions) {
        writer.write(act);
      }
      writer.commit();
    }
  }

  private static List<ActPredictions> read(Path file) throws IOException {
    List<ActPredictions> acts = new ArrayList<>();
    PredictionsFile.read(file, acts::add);
    return acts;
  }
}

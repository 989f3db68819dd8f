package org.solrlmtc.core.eval.significance;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.solrlmtc.core.eval.EvaluationSettings;
import org.solrlmtc.core.eval.Measure;
import org.solrlmtc.core.eval.RandomActs;

class TestOutcomesFile {
  private static final EvaluationSettings SETTINGS = EvaluationSettings.of(RandomActs.labels());

  @TempDir Path folder;

  private static EvaluatedRun run(double skill, long seed) {
    EvaluatedRun run = new EvaluatedRun(SETTINGS);
    RandomActs.cases(300, skill, 5, seed).forEach(act -> run.add(act.predictions(), act.gold()));
    return run;
  }

  private EvaluatedRun written(EvaluatedRun run) throws IOException {
    Path file = folder.resolve("outcomes.jsonl.gz");
    OutcomesFile.write(file, run);
    return OutcomesFile.read(file, SETTINGS);
  }

  @Test
  void aRunThatIsReadAgainHasTheSameMeasuresAndPValues() throws IOException {
    EvaluatedRun run = run(0.8, 6);
    EvaluatedRun read = written(run);
    assertEquals(run.acts(), read.acts());
    for (String name :
        List.of(
            "RP@5",
            "nDCG@10",
            "few:R@3",
            "frequent:P@1",
            "zero:RP@5",
            "micro-F1",
            "act-F1",
            "few:micro-P",
            "macro-F1",
            "zero:macro-R")) {
      Measure measure = Measure.parse(name);
      assertEquals(run.value(measure), read.value(measure), 0, name);
      assertEquals(
          RandomizationTest.compare(run, run(0.5, 7), measure, 200, 1),
          RandomizationTest.compare(read, run(0.5, 7), measure, 200, 1));
    }
    assertArrayEquals(run.perAct(Measure.parse("nDCG@5")), read.perAct(Measure.parse("nDCG@5")), 0);
  }

  @Test
  void theFormerFileStaysUntilTheNewOneIsComplete() throws IOException {
    EvaluatedRun run = run(0.8, 6);
    written(run);
    written(run);
    try (Stream<Path> files = Files.list(folder)) {
      assertEquals(1, files.count());
    }
  }

  private void assertRefused(String expected, String... lines) throws IOException {
    Path file = folder.resolve("wrong.jsonl.gz");
    try (GZIPOutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
      for (String line : lines) {
        out.write((line + "\n").getBytes(StandardCharsets.UTF_8));
      }
    }
    IOException refused =
        assertThrows(IOException.class, () -> OutcomesFile.read(file, SETTINGS), expected);
    assertTrue(
        refused.getMessage().contains("wrong.jsonl.gz:" + lines.length + ": "),
        refused::getMessage);
    assertTrue(refused.getMessage().contains(expected), refused::getMessage);
  }

  @Test
  void aWrongLineIsRefusedWithItsNumber() throws IOException {
    String right = act("a", "\"ranks\":{\"all\":[1]}");
    assertRefused("the act a is evaluated twice", right, right);
    assertRefused("unknown label groups [some]", right, act("b", "\"ranks\":{\"some\":[1]}"));
    assertRefused("ranks rise", right, act("b", "\"ranks\":{\"all\":[2,1]}"));
    assertRefused("ranks rise", act("b", "\"ranks\":{\"all\":[0]}"));
    assertRefused("ranks rise", act("b", "\"ranks\":{\"all\":[11]}"));
    assertRefused("there is one per label found", act("b", "\"ranks\":{\"all\":[1,2,3]}"));
    assertRefused("there is one per label found", act("b", "\"ranks\":{\"zero\":[1]}"));
    assertRefused("ranks", "{\"act\":\"b\",\"gold\":[],\"assigned\":[]}");
    assertRefused("ranks", act("b", "\"ranks\":null"));
    assertRefused("colour", act("b", "\"ranks\":{},\"colour\":1"));
    assertRefused("Array", right, "[1]");
    assertRefused("", right, "{");
  }

  private static String act(String id, String rest) {
    return "{\"act\":\"" + id + "\",\"gold\":[\"l0\",\"l3\"],\"assigned\":[\"l0\"]," + rest + "}";
  }

  @Test
  void aDamagedFileIsRefusedWithItsName() throws IOException {
    Path file = folder.resolve("outcomes.jsonl.gz");
    OutcomesFile.write(file, run(0.8, 6));
    byte[] bytes = Files.readAllBytes(file);
    for (int length : new int[] {0, 5, bytes.length / 2, bytes.length - 1}) {
      Path damaged = folder.resolve("damaged.jsonl.gz");
      Files.write(damaged, Arrays.copyOf(bytes, length));
      IOException refused =
          assertThrows(IOException.class, () -> OutcomesFile.read(damaged, SETTINGS));
      assertTrue(refused.getMessage().contains("damaged.jsonl.gz"), refused::getMessage);
    }
  }
}

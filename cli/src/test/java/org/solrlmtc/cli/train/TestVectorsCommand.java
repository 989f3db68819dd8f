package org.solrlmtc.cli.train;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.solrlmtc.cli.Cli;
import org.solrlmtc.cli.DemoBundle;

class TestVectorsCommand {
  @TempDir private Path folder;

  @Test
  void vectorsAreTrainedAndNearestWordsShown() throws IOException {
    DemoBundle.trainingActs(folder.resolve("data").resolve("train"));
    Path file = folder.resolve("vectors.bin");
    Cli trained =
        Cli.succeed(
            "vectors",
            "--data",
            folder.resolve("data"),
            "--out",
            file,
            "--size",
            10,
            "--epochs",
            1,
            "--min-count",
            2);
    assertTrue(trained.out().matches("(?s)wrote .*vectors.bin: [\\d,]+ words, 10 numbers.*"));
    assertEquals(List.of("data", "vectors.bin"), names());
    List<String> near =
        Cli.succeed("vectors", "--near", "the", "--near", "of", "--count", 3, file)
            .out()
            .lines()
            .toList();
    assertEquals(8, near.size());
    assertEquals("the", near.get(0));
    assertTrue(near.get(1).matches("  -?[01]\\.\\d{3} \\S+"), near.get(1));
    Cli missing = Cli.run("vectors", "--near", "Commission", file);
    assertEquals(1, missing.code());
    assertTrue(missing.err().contains("no vector of 'Commission': write it in lower case"));
  }

  @Test
  void aTextFileIsWrittenWhenItsNameSaysSo() throws IOException {
    DemoBundle.trainingActs(folder.resolve("data").resolve("train"));
    Path file = folder.resolve("vectors.txt");
    Cli.succeed(
        "vectors", "--data", folder.resolve("data"), "--out", file, "--size", 4, "--epochs", 1);
    assertTrue(Files.readAllLines(file).get(0).matches("\\d+ 4"));
  }

  @Test
  void wrongUseIsExplained() {
    Cli both = Cli.run("vectors", "--data", folder, "--near", "word");
    assertEquals(2, both.code());
    assertTrue(both.err().contains("give --data and --out to train, or --near and FILE to look"));
    Cli size = Cli.run("vectors", "--data", folder, "--out", folder.resolve("v"), "--size", 0);
    assertEquals(1, size.code());
    assertTrue(size.err().contains("'dimension' must be 1 to 1000, not 0"), size.err());
  }

  private List<String> names() throws IOException {
    try (var entries = Files.list(folder)) {
      return entries.map(entry -> entry.getFileName().toString()).sorted().toList();
    }
  }
}

package org.solrlmtc.cli.reproduce;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.solrlmtc.cli.Cli;

/**
 * Small versions of the methods, trained on every change: their figures must be those that stand in
 * their files.
 */
class TestSmallRegressions {
  @TempDir Path folder;

  static Path recipes() {
    try {
      return Path.of(TestSmallRegressions.class.getResource("recipes").toURI());
    } catch (URISyntaxException e) {
      throw new AssertionError(e);
    }
  }

  @BeforeEach
  void writeCorpus() throws IOException {
    InventedCorpus.write(folder.resolve("data"));
  }

  private Cli verify(Object... recipes) {
    List<Object> args = new ArrayList<>(List.of("verify"));
    args.addAll(List.of(recipes));
    args.addAll(List.of("--data", folder.resolve("data"), "--work", folder.resolve("work")));
    args.addAll(List.of("--thesaurus", InventedCorpus.thesaurus(folder.resolve("data"))));
    args.addAll(List.of("--log", folder.resolve("log.md")));
    return Cli.run(args.toArray());
  }

  @Test
  void everySmallRecipeGivesTheFiguresInItsFile() throws IOException {
    List<Path> all;
    try (Stream<Path> files = Files.list(recipes())) {
      all = files.sorted().toList();
    }
    Cli result = verify(all.toArray());
    assertEquals(0, result.code(), result.out() + result.err());
    assertEquals(9, all.size());
    List<String> log = Files.readAllLines(folder.resolve("log.md"));
    assertEquals(2 + all.size(), log.size(), String.join("\n", log));
    assertTrue(log.get(2).matches("\\| \\d{4}-\\d\\d-\\d\\d \\|.*as expected \\|"), log.get(2));
  }

  @Test
  void aFigureThatIsOffFailsAndIsNamed() throws IOException {
    String recipe = Files.readString(recipes().resolve("exact-match.yaml"));
    Path changed =
        Files.writeString(
            folder.resolve("exact-match.yaml"), recipe.replaceFirst("RP@5: [0-9.]+", "RP@5: 0.99"));
    Cli result = verify(changed);
    assertEquals(1, result.code());
    assertTrue(result.out().contains("OFF"), result.out());
    assertTrue(Files.readString(folder.resolve("log.md")).contains("| off: [RP@5] |"));
  }

  @Test
  void figuresOfTheBenchmarkAreNotComparedOnOtherData() throws IOException {
    String recipe = Files.readString(recipes().resolve("exact-match.yaml"));
    Path changed =
        Files.writeString(
            folder.resolve("exact-match.yaml"),
            recipe.replace("expected: {", "expected: {data: EURLEX57K, "));
    Cli result = verify(changed);
    assertEquals(1, result.code());
    assertTrue(result.err().contains("expects figures on EURLEX57K"), result.err());
    assertFalse(Files.exists(folder.resolve("work").resolve("runs")));
  }
}

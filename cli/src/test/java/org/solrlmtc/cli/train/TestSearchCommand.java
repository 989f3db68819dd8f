package org.solrlmtc.cli.train;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.solrlmtc.cli.Cli;
import org.solrlmtc.cli.DemoBundle;
import org.solrlmtc.training.recipe.Recipe;

class TestSearchCommand {
  @TempDir Path folder;

  @BeforeEach
  void writeData() throws IOException {
    DemoBundle.trainingActs(folder.resolve("data").resolve("train"));
    DemoBundle.trainingActs(folder.resolve("data").resolve("dev"));
    Files.writeString(
        folder.resolve("space.yaml"),
        "minNameLength: {integer: [1, 12]}\nstemming: {choice: [none, light]}\n");
  }

  private Cli search(Object... options) {
    List<Object> args =
        new ArrayList<>(List.of("search", Path.of("..", "conf", "recipes", "exact-match.yaml")));
    args.addAll(List.of("--data", folder.resolve("data"), "--out", folder.resolve("found")));
    args.addAll(List.of("--space", folder.resolve("space.yaml")));
    args.addAll(List.of("--thesaurus", Path.of("..", "conf", "eurovoc", "eurovoc-en.tsv")));
    args.addAll(List.of(options));
    return Cli.run(args.toArray());
  }

  @Test
  void writesTheBestRecipeAReportAndNothingElse() throws IOException {
    Cli result = search("--trials", "6", "--stages", "2");
    assertEquals(0, result.code(), result.err());
    Path found = folder.resolve("found");
    Recipe best = Recipe.read(found.resolve("best.yaml"));
    assertEquals("exact-match", best.method());
    assertTrue(best.settings().get("minNameLength") instanceof Integer);
    String page = Files.readString(found.resolve("report.md"));
    assertTrue(page.contains("## The best trials") && page.contains("## What mattered"), page);
    assertTrue(Files.size(found.resolve("trials.png")) > 1000);
    assertTrue(Files.size(found.resolve("setting-minNameLength.png")) > 1000);
    try (var entries = Files.list(found)) {
      assertEquals(
          List.of(
              "best.yaml",
              "report.html",
              "report.md",
              "setting-minNameLength.png",
              "trials.jsonl",
              "trials.png"),
          entries.map(entry -> entry.getFileName().toString()).sorted().toList());
    }
  }

  @Test
  void theSameCommandResumes() throws IOException {
    assertEquals(0, search("--trials", "2", "--stages", "1").code());
    Cli result = search("--trials", "3", "--stages", "1");
    assertTrue(result.out().contains("resuming after 2 trials"), result.out());
    assertEquals(4, Files.readAllLines(folder.resolve("found").resolve("trials.jsonl")).size());
  }

  @Test
  void anUnknownSettingIsRefusedBeforeTraining() throws IOException {
    Files.writeString(folder.resolve("space.yaml"), "colour: {choice: [red, blue]}\n");
    Cli result = search();
    assertEquals(1, result.code());
    assertTrue(result.err().contains("the search space sets colour = red"), result.err());
    assertFalse(Files.exists(folder.resolve("found").resolve("trials.jsonl")));
  }

  @Test
  void anUnknownMeasureIsRefused() {
    Cli result = search("--measure", "beauty");
    assertEquals(2, result.code());
    assertTrue(result.err().contains("--measure"), result.err());
  }
}

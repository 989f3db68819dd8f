package org.solrlmtc.cli.reproduce;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.solrlmtc.cli.Cli;
import org.solrlmtc.core.io.FileTrees;

class TestReproduceCommand {
  @TempDir Path folder;

  @BeforeEach
  void writePlan() throws IOException {
    InventedCorpus.write(folder.resolve("data"));
    Files.writeString(
        folder.resolve("story.tsv"),
        "method\tRP@5\tmicro-F1\nNames\t0.9\t0.8\nSVM\t0.7\t0.6\nNeighbours\t0.5\t0.4\n");
    Files.writeString(
        folder.resolve("plan.yaml"),
        """
        title: An invented paper
        seeds: [1, 2]
        tables:
          sizes: {kind: data-set}
          story:
            title: The story
            published: [story.tsv]
            rows:
              - {system: Names, recipe: RECIPES/exact-match.yaml, scale: full-size}
              - {system: SVM, recipe: RECIPES/linear-svm.yaml}
              - {system: Neighbours, recipe: RECIPES/neighbours.yaml, scale: own}
              - {system: Absent, recipe: RECIPES/absent.yaml}
              - {system: Vectors, recipe: RECIPES/cnn-lwan.yaml, needs: [vectors.txt]}
          curves:
            kind: curves
            rows:
              - {system: SVM, recipe: RECIPES/linear-svm.yaml}
          together:
            rows:
              - {system: Both, recipe: RECIPES/ensemble.yaml, scale: own}
          settings:
            kind: settings
            published: [hyper-parameters]
            settings: {hidden units: [encoder.hiddenSize, encoder.filters], batch size: [optimiser.batchSize]}
            rows:
              - {system: CNN-LWAN, recipe: RECIPES/cnn-lwan.yaml}
        """
            .replace("RECIPES", TestSmallRegressions.recipes().toString()));
  }

  private Cli reproduce(Object... args) {
    List<Object> all = new ArrayList<>(List.of("reproduce"));
    all.addAll(List.of(args));
    all.addAll(List.of("--plan", folder.resolve("plan.yaml"), "--data", folder.resolve("data")));
    all.addAll(List.of("--work", folder.resolve("work"), "--iterations", "500"));
    all.addAll(List.of("--thesaurus", InventedCorpus.thesaurus(folder.resolve("data"))));
    return Cli.run(all.toArray());
  }

  private String page() throws IOException {
    return Files.readString(folder.resolve("work").resolve("page").resolve("report.md"));
  }

  private List<String> trained() throws IOException {
    Path runs = folder.resolve("work").resolve("runs");
    if (!Files.isDirectory(runs)) {
      return List.of();
    }
    try (Stream<Path> entries = Files.list(runs)) {
      return entries
          .map(entry -> entry.getFileName().toString().replaceAll("-[0-9a-f]{10}$", ""))
          .sorted()
          .toList();
    }
  }

  @Test
  void trainsWhatIsMissingAndPutsOursBesideThePublished() throws IOException {
    Cli result = reproduce("all");
    assertEquals(0, result.code(), result.err());
    assertEquals(
        List.of("exact-match", "linear-svm-seed1", "linear-svm-seed2", "neighbours", "ensemble")
            .stream()
            .sorted()
            .toList(),
        trained());
    assertTrue(result.out().contains("0 of 5 trainings are there"), result.out());
    String page = page();
    assertTrue(page.contains("| SVM: ours, dev, 2 seeds | "), page);
    assertTrue(page.contains("| SVM: published, test | 0.700 | 0.600 |"), page);
    assertTrue(page.matches("(?s).*\\| SVM: difference \\| [+-]0\\.\\d{3} \\| .*"), page);
    assertTrue(page.contains("## The story: significance"), page);
    // the linear model is ahead of Exact Match, which the invented paper denies
    assertTrue(page.contains("| RP@5 | Names | SVM | +0.200 | -"), page);
    assertTrue(page.contains("| Absent | there is no recipe "), page);
    assertTrue(page.contains("| Vectors | it needs the file vectors.txt"), page);
    assertTrue(page.matches("(?s).*CNN-LWAN: cnn-lwan \\| - \\| 24 \\| - \\| - \\| 8 \\|.*"), page);
    assertTrue(page.contains("which is not EURLEX57K"), page);
    assertTrue(Files.size(folder.resolve("work").resolve("page").resolve("curves.png")) > 1000);
    assertFalse(Files.exists(folder.resolve("work").resolve("acts")));
  }

  @Test
  void theSameCommandUsesWhatIsThereAndGivesTheSamePage() throws IOException {
    assertEquals(0, reproduce("story").code());
    String first = page();
    Cli again = reproduce("story");
    assertTrue(again.out().contains("4 of 4 trainings are there"), again.out());
    assertFalse(again.out().contains("training linear-svm"), again.out());
    assertEquals(first, page());
    // a table that shares its rows needs no training
    assertTrue(reproduce("curves").out().contains("2 of 2 trainings are there"));
  }

  @Test
  void aBudgetOfZeroTrainsNothingAndSaysWhatIsLeftOut() throws IOException {
    Cli result = reproduce("sizes", "story", "--budget", "0");
    assertEquals(0, result.code(), result.err());
    assertEquals(List.of(), trained());
    String page = page();
    assertTrue(page.contains("| exact-match | about 0 minutes: not among"), page);
    assertTrue(page.contains("## Label groups"), page);
    assertFalse(page.contains("The story"), page);
  }

  @Test
  void aDryRunOnlySaysWhatItWouldTake() throws IOException {
    Cli result = reproduce("all", "--dry-run");
    assertEquals(0, result.code(), result.err());
    assertTrue(result.out().contains("Missing trainings"), result.out());
    assertEquals(List.of(), trained());
    assertFalse(Files.exists(folder.resolve("work").resolve("page")));
  }

  @Test
  void aTestSplitIsMeasuredInPlaceOfDev() throws IOException {
    Path test = folder.resolve("held-out.jsonl");
    Files.copy(folder.resolve("data").resolve("dev.jsonl"), test);
    Cli result = reproduce("story", "--test", test, "--seeds", "1");
    assertEquals(0, result.code(), result.err());
    assertTrue(page().contains("| SVM: ours, test | "), page());
    assertTrue(page().contains("on the test split, through the bundle"), page());
  }

  @Test
  void recordedResultsGiveTheSamePageWithoutTheBundles() throws IOException {
    Path records = folder.resolve("records");
    assertEquals(0, reproduce("story", "--records", records).code());
    String first = page();
    FileTrees.delete(folder.resolve("work"));
    Cli again = reproduce("story", "--records", records);
    assertEquals(0, again.code(), again.err());
    assertTrue(again.out().contains("4 of 4 trainings are there"), again.out());
    assertEquals(first, page());
    assertEquals(List.of(), trained());
    assertTrue(page().contains("| recorded |"), page());

    // another seed was not recorded
    assertTrue(
        reproduce("story", "--records", records, "--seeds", "3", "--dry-run")
            .out()
            .contains("2 of 3 trainings are there"));
  }

  @Test
  void aRecordThatCannotBeReadIsRefusedWithItsName() throws IOException {
    Path records = folder.resolve("records");
    assertEquals(0, reproduce("curves", "--seeds", "1", "--records", records).code());
    FileTrees.delete(folder.resolve("work"));
    try (Stream<Path> files = Files.list(records)) {
      for (Path file : files.toList()) {
        byte[] whole = Files.readAllBytes(file);
        Files.write(file, Arrays.copyOf(whole, whole.length / 2));
        Cli result = reproduce("curves", "--seeds", "1", "--records", records);
        assertEquals(1, result.code());
        assertTrue(
            result.err().contains(file.getFileName().toString()) && result.err().contains("delete"),
            result.err());
        Files.write(file, whole);
      }
    }
  }

  @Test
  void recordsAreNotMixedWithATestSplit() {
    Cli result = reproduce("story", "--records", folder, "--test", folder.resolve("test.jsonl"));
    assertEquals(2, result.code());
    assertTrue(result.err().contains("--records"), result.err());
  }

  @Test
  void anUnknownTableIsRefusedWithTheKnownOnes() {
    Cli result = reproduce("stories");
    assertEquals(2, result.code());
    assertTrue(result.err().contains("use all or sizes, story, curves"), result.err());
  }

  @Test
  void aWrongPlanIsRefusedWithItsFile() throws IOException {
    Files.writeString(folder.resolve("plan.yaml"), "tables: {story: {colour: red}}\n");
    Cli result = reproduce("story");
    assertEquals(1, result.code());
    assertTrue(
        result.err().contains("plan.yaml: unknown plan story setting 'colour'"), result.err());
  }
}

package org.solrlmtc.cli.train;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.solrlmtc.cli.Cli;
import org.solrlmtc.cli.DemoBundle;
import org.solrlmtc.core.bundle.ModelBundle;

class TestTrainCommand {
  @TempDir Path folder;

  @BeforeEach
  void writeData() throws IOException {
    DemoBundle.trainingActs(folder.resolve("data").resolve("train"));
  }

  private Cli train(String... options) {
    List<Object> args =
        new ArrayList<>(List.of("train", Path.of("..", "conf", "recipes", "exact-match.yaml")));
    args.addAll(List.of("--data", folder.resolve("data"), "--out", folder.resolve("model")));
    args.addAll(List.of("--thesaurus", Path.of("..", "conf", "eurovoc", "eurovoc-en.tsv")));
    args.addAll(List.of(options));
    return Cli.run(args.toArray());
  }

  @Test
  void changedSettingsAreInTheManifest() {
    Cli result = train("--set", "stemming=light", "--set", "decision.maxLabels=3");
    assertEquals(0, result.code(), result.err());
    ModelBundle bundle = ModelBundle.open(folder.resolve("model"));
    assertEquals("light", bundle.manifest().settings().get("stemming"));
    assertEquals(3, bundle.manifest().decision().maxLabels());
    assertEquals(
        Map.of("stemming", "light", "decision.maxLabels", 3),
        bundle.manifest().provenance().get("recipeChanges"));
  }

  @Test
  void anUnchangedRecipeHasNoChangesInTheManifest() {
    assertEquals(0, train().code());
    assertFalse(
        ModelBundle.open(folder.resolve("model"))
            .manifest()
            .provenance()
            .containsKey("recipeChanges"));
  }

  @Test
  void severalSeedsGiveMeansAndDeviations() throws IOException {
    DemoBundle.trainingActs(folder.resolve("data").resolve("dev"));
    Path recipe =
        Files.writeString(
            folder.resolve("small.yaml"),
            "method: linear\nsettings: {maxNgram: 1, minDocFrequency: 1, epochs: 2}\n");
    Object[] command = {
      "train", recipe,
      "--data", folder.resolve("data"),
      "--out", folder.resolve("model"),
      "--thesaurus", Path.of("..", "conf", "eurovoc", "eurovoc-en.tsv"),
      "--seeds", "1..2"
    };
    String out = Cli.succeed(command).out();
    assertTrue(out.contains("Quality on dev by random seed"), out);
    assertTrue(out.lines().anyMatch(line -> line.matches(" +RP@5( +\\d\\.\\d{4}){4}")), out);
    Object settings =
        ModelBundle.open(folder.resolve("model-seed2"))
            .manifest()
            .provenance()
            .get("recipeSettings");
    assertEquals(Map.of("maxNgram", 1, "minDocFrequency", 1, "epochs", 2, "seed", 2), settings);
    assertTrue(Cli.succeed(command).err().contains("model-seed1 is already trained"));
    Files.writeString(recipe, "method: linear\nsettings: {maxNgram: 2, minDocFrequency: 1}\n");
    assertTrue(Cli.run(command).err().contains("was trained with other settings or data"));
  }

  @Test
  void theDeviationIsThatOfASample() {
    assertEquals(1, SeedTable.deviation(List.of(1.0, 2.0, 3.0)), 1e-12);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "colour=red        | 1 | unknown exact-match setting 'colour': use alternativeNames",
        "decision.maxLabels=many | 1 | the decision setting 'maxLabels' must be a Integer, not"
            + " many",
        "minNameLength=two | 1 | the exact-match setting 'minNameLength' must be a Integer",
        "stemming.kind=a   | 1 | the setting 'stemming' is not a section",
        "zones=[full       | 2 | --set zones=[full: ",
        "zones=            | 2 | --set zones=: there is no value",
        "zones             | 2 | KEY=VALUE",
      })
  void wrongChangesAreNamed(String change, int code, String message) {
    Cli result = train("--set", change);
    assertEquals(code, result.code(), result.err());
    assertTrue(result.err().contains(message), result.err());
    assertFalse(Files.exists(folder.resolve("model")));
  }

  @Test
  void membersOfAnEnsembleThatAreNotTrainedAreTrainedFirst() throws IOException {
    Path recipe = Files.createDirectory(folder.resolve("recipes")).resolve("both.yaml");
    Files.writeString(
        recipe, "method: ensemble\nsettings: {members: [{bundle: phrases}, {bundle: plurals}]}\n");
    for (String member : List.of("phrases", "plurals")) {
      Files.writeString(
          recipe.resolveSibling(member + ".yaml"),
          "method: exact-match\nsettings: {stemming: "
              + (member.equals("plurals") ? "plurals" : "none")
              + "}\n");
    }
    Cli first = ensemble(recipe);
    assertEquals(0, first.code(), first.err());
    assertTrue(first.out().contains("plurals: exact-match"), first.out());
    assertEquals(
        "none", ModelBundle.open(folder.resolve("phrases")).manifest().settings().get("stemming"));
    assertEquals("ensemble", ModelBundle.open(folder.resolve("both")).manifest().method());
    Cli again = ensemble(recipe);
    assertEquals(0, again.code(), again.err());
    assertFalse(again.out().contains("exact-match"), "trained members are used");
  }

  @Test
  void aMemberWithoutBundleAndRecipeIsNamed() throws IOException {
    Path recipe = folder.resolve("both.yaml");
    Files.writeString(recipe, "method: ensemble\nsettings: {members: [{bundle: nowhere}]}\n");
    Cli result = ensemble(recipe);
    assertEquals(1, result.code(), result.err());
    assertTrue(result.err().contains("nowhere"), result.err());
  }

  private Cli ensemble(Path recipe) {
    return Cli.run(
        "train",
        recipe,
        "--data",
        folder.resolve("data"),
        "--out",
        folder.resolve("both"),
        "--thesaurus",
        Path.of("..", "conf", "eurovoc", "eurovoc-en.tsv"));
  }

  @Test
  void resumingNothingIsRefusedAndRestartingIsNot() {
    Cli resumed = train("--resume");
    assertEquals(1, resumed.code());
    assertTrue(resumed.err().contains("there is nothing to resume"), resumed.err());
    assertEquals(2, train("--resume", "--restart").code());
    assertEquals(0, train("--restart").code());
  }
}

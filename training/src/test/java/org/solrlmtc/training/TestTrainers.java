package org.solrlmtc.training;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.solrlmtc.core.bundle.ModelBundle;
import org.solrlmtc.training.data.TrainingData;
import org.solrlmtc.training.execution.Progress;
import org.solrlmtc.training.execution.TrainingException;
import org.solrlmtc.training.recipe.Recipe;
import org.solrlmtc.training.tune.DecisionOptions;

class TestTrainers {
  @TempDir Path folder;

  @Test
  void everyShippedRecipeIsReadAndHasATrainer() throws IOException {
    try (Stream<Path> files = Files.list(Path.of("..", "conf", "recipes"))) {
      List<Path> recipes = files.toList();
      assertTrue(recipes.size() >= 2);
      for (Path file : recipes) {
        Recipe recipe = Recipe.read(file);
        Trainer trainer = Trainers.of(recipe.method(), "a shipped recipe");
        try {
          trainer.check(recipe);
        } catch (TrainingException e) {
          // weights that users bring: the message says how
          assertTrue(
              e.getMessage().contains("./lmtc pretrained fetch")
                  || e.getMessage().contains("name the folder of ELMo's options and weights"),
              e.getMessage());
        }
      }
    }
  }

  @Test
  void anUnknownMethodIsNamedWithTheKnownOnes() {
    TrainingException e = assertThrows(TrainingException.class, () -> train("telepathy", Map.of()));
    assertEquals(
        "recipe 'mine' asks for the unknown method 'telepathy'; known methods: ensemble,"
            + " exact-match, label-tree, linear, neighbours, onnx",
        e.getMessage());
  }

  @Test
  void everyMethodIsTestedForWrongSettings() {
    assertEquals(
        Set.of("ensemble", "exact-match", "label-tree", "linear", "neighbours", "onnx"),
        Trainers.byMethod().keySet());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "exact-match; colour; red;                   unknown exact-match setting 'colour'",
        "exact-match; minNameLength; 0;              minNameLength must be at least 1, not 0",
        "linear;      colour; red;                   unknown linear setting 'colour'",
        "linear;      C; -1;                         the setting 'C' must be above 0, not -1.0",
        "label-tree;  colour; red;                   unknown label-tree setting 'colour'",
        "label-tree;  beamWidth; 0;                  the setting 'beamWidth' must be between 1 and",
        "onnx;        colour; red;                   unknown onnx setting 'colour'",
        "onnx;        tokenizer.type; bytes;         unknown tokenizer 'bytes'; known tokenizers:",
        "onnx;        encoder.type; lstm;            'lstm'",
        "onnx;        optimiser.learningRate; -1;    the setting 'learningRate' must be above 0,"
            + " not -1.0",
        "ensemble;    colour; red;                   unknown ensemble setting 'colour'",
        "ensemble;    candidates; -1;                the setting 'candidates' must be 0",
        "ensemble;    members; [];                   'members' must name at least one model",
        "ensemble;    members; [{bundle: a}, {bundle: a}]; the bundle 'a' twice",
        "ensemble;    members; [{bundle: a, weight: 2}];   unknown ensemble member setting",
        "ensemble;    combiner.type; oracle;         must be one of logistic, ranking, not oracle",
        "ensemble;    combiner; {type: ranking, without: [colour]}; unknown feature group 'colour'",
        "ensemble;    combiner; {type: ranking, depth: 11};  'depth' of 'combiner' must be between",
        "ensemble;    combiner; {type: ranking, folds: 1};   'folds' must be at least 2, not 1",
        "ensemble;    combiner; {type: ranking, fitOn: all}; use dev, out-of-fold, both",
        "neighbours;  colour; red;                   unknown neighbours setting 'colour'",
        "neighbours;  terms; 0;                      the setting 'terms' must be between 1 and",
        "ensemble;    combiner.colour; red;          unknown ensemble combiner setting 'colour'",
      })
  void aWrongRecipeIsRefusedAlthoughItsDataAreNeverOpened(
      String method, String key, String value, String reason) throws IOException {
    // invalid data would stop training at once, if it was read
    Files.writeString(folder.resolve("train.jsonl"), "no act");
    Recipe recipe = new Recipe("mine", method, "1", settings(method), Map.of());
    TrainingException e =
        assertThrows(
            TrainingException.class, () -> train(recipe.with(key, Recipe.parseValue(value))));
    assertTrue(e.getMessage().startsWith("recipe 'mine': "), e.getMessage());
    assertTrue(e.getMessage().contains(reason), e.getMessage());
    try (Stream<Path> left = Files.list(folder)) {
      assertFalse(left.anyMatch(file -> file.getFileName().toString().startsWith(".model")));
    }
  }

  @Test
  void aChangeThatNeedsTrainingIsRefusedByNameAndLeavesNoBundle() throws IOException {
    TrainingData data = new TinyData().randomActs("train", 20, 3).write(folder.resolve("data"));
    ModelBundle bundle =
        Training.run(
            new Recipe("mine", "exact-match", "1", Map.of(), Map.of()),
            data,
            TinyData.thesaurus(3),
            folder.resolve("names"),
            Map.of(),
            Progress.NONE);
    TrainingException e =
        assertThrows(
            TrainingException.class,
            () ->
                Training.retune(
                    bundle,
                    Map.of("precision", "int8"),
                    folder.resolve("data").resolve("train.jsonl"),
                    DecisionOptions.of(Map.of("maxLabels", 5)),
                    folder.resolve("changed"),
                    Progress.NONE));
    assertEquals(
        "bundle 'names' has the method 'exact-match': its setting 'precision' cannot be changed"
            + " without training",
        e.getMessage());
    assertFalse(Files.exists(folder.resolve("changed")));
  }

  private static Map<String, Object> settings(String method) {
    return method.equals("ensemble")
        ? Map.of("members", List.of(Map.of("bundle", "linear")))
        : Map.of();
  }

  private void train(String method, Map<String, Object> settings) throws IOException {
    Files.writeString(folder.resolve("train.jsonl"), "no act");
    train(new Recipe("mine", method, "1", settings, Map.of()));
  }

  private void train(Recipe recipe) throws IOException {
    Training.run(
        recipe,
        TrainingData.in(folder),
        TinyData.thesaurus(3),
        folder.resolve("model"),
        Map.of(),
        Progress.NONE);
  }
}

package org.solrlmtc.training.recipe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.solrlmtc.training.Training;
import org.solrlmtc.training.execution.Progress;
import org.solrlmtc.training.execution.TrainingException;

class TestRecipeChanges {
  private static final Recipe RECIPE =
      new Recipe(
          "r", "linear", "1", Map.of("maxNgram", 2, "loss", "logistic"), Map.of("maxLabels", 10));

  @Test
  void aChangeReplacesOneValue() {
    Recipe changed =
        RECIPE
            .with("maxNgram", Recipe.parseValue("1"))
            .with("decision.maxLabels", Recipe.parseValue("3"))
            .with("decision.type", Recipe.parseValue("expected-f1"));
    assertEquals(
        new Recipe(
            "r",
            "linear",
            "1",
            Map.of("maxNgram", 1, "loss", "logistic"),
            Map.of("maxLabels", 3, "type", "expected-f1")),
        changed);
  }

  @Test
  void aPathChangesOneValueOfASection() {
    Recipe nested =
        new Recipe(
            "r",
            "onnx",
            "1",
            Map.of("schedule", Map.of("epochs", 20, "decay", "linear"), "seed", 1),
            Map.of());
    assertEquals(
        Map.of(
            "schedule",
            Map.of("epochs", 15, "decay", "linear"),
            "dropout",
            Map.of("encoder", 0.3),
            "seed",
            1),
        nested.with("schedule.epochs", 15).with("dropout.encoder", 0.3).settings());
    assertEquals(
        Map.of("epochs", 20, "decay", "linear"),
        nested.settings().get("schedule"),
        "the recipe itself must not change");
  }

  @ParameterizedTest
  @CsvSource({
    "maxNgram.size, the setting 'maxNgram' is not a section: there is no 'maxNgram.size' to set",
    "a.b.c,       the setting 'a.b' is not a section: there is no 'a.b.c' to set",
    "decision.maxLabels.x, the setting 'decision.maxLabels' is not a section: there is no"
        + " 'decision.maxLabels.x' to set",
    "decision, the setting 'decision' is a section: write decision.SETTING=VALUE",
    "a.,          the setting 'a.' has a part without a name: write section.setting",
    ".a,          the setting '.a' has a part without a name: write section.setting",
  })
  void aPathThroughSomethingElseIsRefusedByName(String path, String reason) {
    Recipe recipe = RECIPE.with("a", Map.of("b", "text"));
    TrainingException e = assertThrows(TrainingException.class, () -> recipe.with(path, 1));
    assertEquals(reason, e.getMessage());
  }

  @Test
  void valuesAreYaml() {
    assertEquals(1, Recipe.parseValue("1"));
    assertEquals(0.5, Recipe.parseValue("0.5"));
    assertEquals(false, Recipe.parseValue("false"));
    assertEquals("logistic", Recipe.parseValue("logistic"));
    assertEquals("1", Recipe.parseValue("\"1\""));
    assertEquals(List.of("full", "H"), Recipe.parseValue("[full, H]"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "[full", "~", "{a: b"})
  void aValueThatCannotBeReadIsRefused(String yaml) {
    assertThrows(TrainingException.class, () -> Recipe.parseValue(yaml));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "maxLabels      | ten         | the decision setting 'maxLabels' must be a Integer, not"
            + " ten",
        "maxLabels      | -1          | the decision setting 'maxLabels' must be 0 (no limit) or"
            + " more",
        "type           | best        | the decision setting 'type' cannot be 'best': use"
            + " threshold, expected-f1",
        "expectedLabels | 5           | 'upperThreshold' need the type expected-f1",
        "threshold      | 1.5         | the threshold must be between 0 and 1, not 1.5",
        "minLabels      | 11          | minLabels must be between 0 and maxLabels (10), not 11",
        "colour         | red         | unknown decision setting 'colour': use expectedLabels",
      })
  void aWrongDecisionIsRefusedBeforeTheDataAreRead(String key, String value, String reason) {
    Recipe recipe = RECIPE.with("decision." + key, Recipe.parseValue(value));
    TrainingException e =
        assertThrows(
            TrainingException.class,
            () -> Training.run(recipe, null, null, Path.of("never"), Map.of(), Progress.NONE));
    assertTrue(e.getMessage().startsWith("recipe 'r': "), e.getMessage());
    assertTrue(e.getMessage().contains(reason), e.getMessage());
  }

  @Test
  void unknownKeysAreRefusedBeforeTheDataAreRead() {
    TrainingException e =
        assertThrows(
            TrainingException.class,
            () ->
                Training.run(
                    RECIPE.with("colour", "red"),
                    null,
                    null,
                    Path.of("never"),
                    Map.of(),
                    Progress.NONE));
    assertTrue(
        e.getMessage().startsWith("recipe 'r': unknown linear setting 'colour': use "),
        e.getMessage());
  }
}

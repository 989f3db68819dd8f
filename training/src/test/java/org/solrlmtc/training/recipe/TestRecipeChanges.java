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
      new Recipe("r", "linear", "1", Map.of("maxNgram", 2, "loss", "logistic"), 10, false);

  @Test
  void aChangeReplacesOneValue() {
    Recipe changed =
        RECIPE
            .with("maxNgram", Recipe.parseValue("1"))
            .with("maxLabels", Recipe.parseValue("3"))
            .with("labelThresholds", Recipe.parseValue("true"));
    assertEquals(
        new Recipe("r", "linear", "1", Map.of("maxNgram", 1, "loss", "logistic"), 3, true),
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
            0,
            false);
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
    "maxLabels.x, the setting 'maxLabels' is not a section: there is no 'maxLabels.x' to set",
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

  @Test
  void aWrongTypeIsNamedWithItsKey() {
    TrainingException text =
        assertThrows(TrainingException.class, () -> RECIPE.with("maxLabels", "ten"));
    assertEquals("the setting 'maxLabels' must be a Integer, not ten", text.getMessage());
    TrainingException negative =
        assertThrows(TrainingException.class, () -> RECIPE.with("maxLabels", -1));
    assertTrue(negative.getMessage().contains("maxLabels"), negative.getMessage());
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

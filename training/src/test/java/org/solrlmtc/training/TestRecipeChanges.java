package org.solrlmtc.training;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TestRecipeChanges {
  private static final Recipe RECIPE =
      new Recipe("r", "linear", "1", Map.of("ngrams", 2, "loss", "logistic"), 10, false);

  @Test
  void aChangeReplacesOneValue() {
    Recipe changed =
        RECIPE
            .with("ngrams", Recipe.parseValue("1"))
            .with("maxLabels", Recipe.parseValue("3"))
            .with("labelThresholds", Recipe.parseValue("true"));
    assertEquals(
        new Recipe("r", "linear", "1", Map.of("ngrams", 1, "loss", "logistic"), 3, true), changed);
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
  void aValueThatIsNoneIsRefused(String yaml) {
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
                    Progress.SILENT));
    assertTrue(
        e.getMessage().startsWith("recipe 'r': unknown linear setting 'colour': use "),
        e.getMessage());
  }
}

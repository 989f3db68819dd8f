package org.solrlmtc.training.recipe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.solrlmtc.training.execution.TrainingException;

class TestRecipe {
  @TempDir Path folder;

  @Test
  void aRecipeIsReadWithAllItsSettings() throws IOException {
    Recipe recipe =
        read("method: exact-match\nversion: '3'\nsettings: {zones: H}\ndecision: {maxLabels: 4}\n");
    assertEquals(
        new Recipe("mine", "exact-match", "3", Map.of("zones", "H"), Map.of("maxLabels", 4)),
        recipe);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "version: '1'; the setting 'method' is missing",
        "metod: exact-match; Unrecognized field \"metod\"",
        "method: [a; line 1: method: Cannot deserialize",
        "method: a\\nmethod: b; Duplicate field 'method'",
        "method: a\\nmaxLabels: 3; Unrecognized field \"maxLabels\"",
        "method: a\\ndecision: many; line 2: decision: Cannot construct",
      })
  void aWrongRecipeIsRefusedByFileAndSetting(String yaml, String reason) {
    TrainingException e =
        assertThrows(TrainingException.class, () -> read(yaml.replace("\\n", "\n")));
    assertTrue(e.getMessage().contains("mine.yaml: "), e.getMessage());
    assertTrue(e.getMessage().contains(reason), e.getMessage());
  }

  private Recipe read(String yaml) throws IOException {
    Path file = folder.resolve("mine.yaml");
    Files.writeString(file, yaml);
    return Recipe.read(file);
  }
}

package org.solrlmtc.training.neural;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.solrlmtc.training.neural.layer.BiGru;
import org.solrlmtc.training.neural.layer.Convolution;
import org.solrlmtc.training.neural.layer.LabelWiseHead;
import org.solrlmtc.training.neural.layer.LayerRegistry;
import org.solrlmtc.training.neural.loop.Schedule;
import org.solrlmtc.training.recipe.Recipe;

class TestNeuralSettings {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "bigru-att",
        "bigru-att-fast",
        "cnn-lwan",
        "cnn-lwan-fast",
        "bigru-lwan",
        "bigru-lwan-fast",
        "bigru-lwan-l2v",
        "bigru-lwan-l2v-fast"
      })
  void recipesOfThePaperAreRead(String name) {
    NeuralSettings settings =
        read(Recipe.read(Path.of("../conf/recipes", name + ".yaml")).settings());
    boolean gru = settings.encoder() instanceof BiGru;
    assertEquals(name.startsWith("bigru"), gru);
    boolean labelWise = settings.head() instanceof LabelWiseHead;
    assertEquals(name.contains("lwan"), labelWise);
  }

  @Test
  void anEmptyRecipeIsWhole() {
    NeuralSettings settings = read(Map.of());
    assertEquals(new Convolution(3, 200, 1), settings.encoder());
    assertEquals(0, settings.loop().labels().sampled());
  }

  @Test
  void unknownSettingsAreRefusedByName() {
    assertRefused("'encodr'", Map.of("encodr", Map.of()));
    assertRefused("'hiden'", Map.of("encoder", Map.of("type", "bigru", "hiden", 3)));
    assertRefused("'epoch'", Map.of("schedule", Map.of("epoch", 3)));
  }

  @Test
  void settingsOfAnotherKindAreRefused() {
    assertRefused("'filters'", Map.of("encoder", Map.of("type", "bigru", "filters", 2)));
    assertRefused("'query'", Map.of("head", Map.of("type", "attention", "query", 2)));
    assertRefused("'averageDecay'", Map.of("schedule", Map.of("averageDecay", 0.9)));
  }

  @Test
  void wrongValuesAreRefusedByName() {
    assertRefused("'type'", Map.of("encoder", Map.of("type", "lstm")));
    assertRefused("'width'", Map.of("encoder", Map.of("width", 4)));
    assertRefused("'spatial'", Map.of("dropout", Map.of("spatial", 1)));
    assertRefused("'rate'", Map.of("optimiser", Map.of("rate", 0)));
    assertRefused("'batch'", Map.of("optimiser", Map.of("batch", 0)));
    assertRefused("'encoder'", Map.of("encoder", "bigru"));
    assertRefused("'device'", Map.of("device", "gpu"));
    assertRefused("'maxShare'", Map.of("pipeline", Map.of("maxShare", 0)));
    assertRefused("'leastChance'", Map.of("labels", Map.of("leastChance", 0)));
  }

  @Test
  void contradictionsAreRefused() {
    assertRefused("'learnt'", Map.of("embedding", Map.of("learnt", false)));
    assertRefused("'allForLast'", Map.of("labels", Map.of("sampled", 0, "allForLast", 1)));
    assertRefused(
        "'averageLast'",
        Map.of("schedule", Map.of("average", "last", "averageLast", 30, "epochs", 20)));
  }

  @Test
  void theLearningRateRisesAndFalls() {
    Schedule schedule =
        read(Map.of("schedule", Map.of("warmup", 0.1, "decay", "linear", "epochs", 2)))
            .loop()
            .schedule();
    assertEquals(0.1, schedule.rate(0, 100), 1e-9);
    assertEquals(1, schedule.rate(9, 100), 1e-9);
    assertEquals(1, schedule.rate(10, 100), 1e-9);
    assertEquals(0.5, schedule.rate(55, 100), 1e-9);
    assertTrue(schedule.rate(99, 100) > 0);
  }

  private static NeuralSettings read(Map<String, Object> settings) {
    return NeuralSettings.fromMap("onnx", settings, LayerRegistry.STANDARD);
  }

  private static void assertRefused(String name, Map<String, Object> settings) {
    String message =
        assertThrows(IllegalArgumentException.class, () -> read(settings)).getMessage();
    assertTrue(message.contains(name), message);
  }
}

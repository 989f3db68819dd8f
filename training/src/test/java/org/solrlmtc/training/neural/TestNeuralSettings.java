package org.solrlmtc.training.neural;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.solrlmtc.training.execution.TrainingException;
import org.solrlmtc.training.neural.layer.BiGru;
import org.solrlmtc.training.neural.layer.Convolution;
import org.solrlmtc.training.neural.layer.Hierarchical;
import org.solrlmtc.training.neural.layer.LabelWiseHead;
import org.solrlmtc.training.neural.layer.LayerRegistry;
import org.solrlmtc.training.neural.loop.Schedule;
import org.solrlmtc.training.neural.transformer.TransformerLayers;
import org.solrlmtc.training.recipe.Recipe;

class TestNeuralSettings {
  private static final LayerRegistry LAYERS = TransformerLayers.in(LayerRegistry.STANDARD);

  @ParameterizedTest
  @ValueSource(
      strings = {
        "bigru-att",
        "bigru-att-fast",
        "cnn-lwan",
        "cnn-lwan-fast",
        "bigru-lwan",
        "bigru-lwan-fast",
        "han",
        "han-fast",
        "bigru-lwan-l2v",
        "bigru-lwan-l2v-fast"
      })
  void recipesOfThePaperAreRead(String name) {
    NeuralSettings settings =
        read(Recipe.read(Path.of("../conf/recipes", name + ".yaml")).settings());
    boolean gru = settings.encoder() instanceof BiGru;
    assertEquals(name.startsWith("bigru"), gru);
    assertEquals(name.startsWith("han"), settings.encoder() instanceof Hierarchical);
    boolean labelWise = settings.head() instanceof LabelWiseHead;
    assertEquals(name.contains("lwan"), labelWise);
  }

  @ParameterizedTest
  @ValueSource(strings = {"encoder-lwan-fast", "bert-base-fast", "bert-base"})
  void recipesWithPretrainedEncodersAreRead(String name) {
    NeuralSettings settings =
        read(Recipe.read(Path.of("../conf/recipes", name + ".yaml")).settings());
    assertEquals("transformer", settings.encoder().type());
    assertEquals("pretrained", settings.embedding().type());
    assertEquals(
        settings.tokenizer().settings().get("pretrained"),
        settings.encoder().settings().get("pretrained"));
    assertEquals(name.equals("bert-base"), settings.embedding().trainable());
  }

  @Test
  void anEmptyRecipeHasDefaults() {
    NeuralSettings settings = read(Map.of());
    assertEquals(new Convolution(3, 200, 1), settings.encoder());
    assertEquals(0, settings.loop().labels().negativeSamples());
  }

  @Test
  void unknownSettingsAreRefusedByName() {
    assertRefused("'encodr'", Map.of("encodr", Map.of()));
    assertRefused("'hiden'", Map.of("encoder", Map.of("type", "bigru", "hiden", 3)));
    assertRefused("'epoch'", Map.of("schedule", Map.of("epoch", 3)));
  }

  @Test
  void settingsOfAnotherTypeAreRefused() {
    assertRefused("'filters'", Map.of("encoder", Map.of("type", "bigru", "filters", 2)));
    assertRefused(
        "'projectionDimension'",
        Map.of("head", Map.of("type", "attention", "projectionDimension", 2)));
    assertRefused("'emaDecay'", Map.of("schedule", Map.of("emaDecay", 0.9)));
    assertRefused("'margin'", Map.of("loss", Map.of("type", "zlpr", "margin", 0.1)));
  }

  private static Map<String, Object> negative(String type, String setting) {
    return Map.of("type", type, setting, -1);
  }

  @Test
  void wrongValuesAreRefusedByName() {
    assertRefused("'type'", Map.of("encoder", Map.of("type", "lstm")));
    assertRefused("'kernelSize'", Map.of("encoder", Map.of("kernelSize", 4)));
    assertRefused("'embedding'", Map.of("dropout", Map.of("embedding", 1)));
    assertRefused("'learningRate'", Map.of("optimiser", Map.of("learningRate", 0)));
    assertRefused("'contextDimension'", Map.of("head", negative("attention", "contextDimension")));
    assertRefused(
        "'maxSectionLength'", Map.of("encoder", negative("hierarchical", "maxSectionLength")));
    assertRefused("'maxSections'", Map.of("tokenizer", negative("words", "maxSections")));
    assertRefused("'type' of 'loss'", Map.of("loss", Map.of("type", "hinge")));
    assertRefused("'negativeFocus'", Map.of("loss", negative("asymmetric", "negativeFocus")));
    assertRefused("'margin'", Map.of("loss", negative("asymmetric", "margin")));
    assertRefused("'batchSize'", Map.of("optimiser", Map.of("batchSize", 0)));
    assertRefused("'encoder'", Map.of("encoder", "bigru"));
    assertRefused("'device'", Map.of("device", "gpu"));
    assertRefused("'maxDocFrequencyRatio'", Map.of("tokenizer", Map.of("maxDocFrequencyRatio", 0)));
    assertRefused(
        "'minSamplingProbability'", Map.of("labels", Map.of("minSamplingProbability", 0)));
  }

  @Test
  void contradictionsAreRefused() {
    assertRefused("'trainable'", Map.of("embedding", Map.of("trainable", false)));
    assertRefused(
        "'finalFullEpochs'", Map.of("labels", Map.of("negativeSamples", 0, "finalFullEpochs", 1)));
    assertRefused(
        "'swaEpochs'",
        Map.of("schedule", Map.of("weightAveraging", "swa", "swaEpochs", 30, "epochs", 20)));
  }

  @Test
  void theLearningRateRisesAndFalls() {
    Schedule schedule =
        read(Map.of("schedule", Map.of("warmup", 0.1, "decay", "linear", "epochs", 2)))
            .loop()
            .schedule();
    assertEquals(0.1, schedule.learningRateFactor(0, 100), 1e-9);
    assertEquals(1, schedule.learningRateFactor(9, 100), 1e-9);
    assertEquals(1, schedule.learningRateFactor(10, 100), 1e-9);
    assertEquals(0.5, schedule.learningRateFactor(55, 100), 1e-9);
    assertTrue(schedule.learningRateFactor(99, 100) > 0);
  }

  private static NeuralSettings read(Map<String, Object> settings) {
    return new Recipe("mine", "onnx", "1", settings, Map.of())
        .read(section -> NeuralSettings.read(section, LAYERS));
  }

  private static void assertRefused(String name, Map<String, Object> settings) {
    String message = assertThrows(TrainingException.class, () -> read(settings)).getMessage();
    assertTrue(message.contains(name), message);
  }
}

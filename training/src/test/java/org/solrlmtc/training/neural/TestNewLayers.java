package org.solrlmtc.training.neural;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.core.bundle.BundleWriter;
import org.solrlmtc.core.bundle.ModelBundle;
import org.solrlmtc.core.bundle.Scorers;
import org.solrlmtc.core.decide.DecisionRule;
import org.solrlmtc.core.onnx.InputSource;
import org.solrlmtc.core.onnx.LabelVectors;
import org.solrlmtc.core.onnx.OnnxScorerProvider;
import org.solrlmtc.core.score.LabelScorer;
import org.solrlmtc.core.score.LabelSet;
import org.solrlmtc.core.thesaurus.Thesaurus;
import org.solrlmtc.fixtures.TinyThesaurus;
import org.solrlmtc.training.TinyData;
import org.solrlmtc.training.TrainingTask;
import org.solrlmtc.training.data.TrainingData;
import org.solrlmtc.training.execution.Progress;
import org.solrlmtc.training.execution.Resources;
import org.solrlmtc.training.execution.TrainingException;
import org.solrlmtc.training.neural.graph.Precision;
import org.solrlmtc.training.neural.layer.LayerRegistry;
import org.solrlmtc.training.recipe.Recipe;

/**
 * A new layer or tokenizer is one class and one line: it trains, is exported, checked and served.
 */
class TestNewLayers {
  private static final int LABELS = 12;

  private static final LayerRegistry LAYERS =
      LayerRegistry.STANDARD
          .withEmbedding(ToyEmbedding.TYPE, ToyEmbedding::read)
          .withEncoder(ToyEncoder.TYPE, ToyEncoder::read)
          .withHead(ToyHead.TYPE, ToyHead::read);

  @TempDir Path folder;

  private final NeuralTrainer trainer = new NeuralTrainer(LAYERS);
  private final Map<String, Object> settings = new HashMap<>();

  TestNewLayers() {
    settings.put("embedding", Map.of("dimension", 16));
    settings.put("device", "cpu");
    settings.put("labels", Map.of("negativeSamples", 6));
    settings.put("optimiser", Map.of("learningRate", 0.02, "batchSize", 16));
    settings.put("schedule", Map.of("epochs", 15, "decay", "linear", "monitor", "rp5"));
  }

  /** The descriptor of a label is its word in the acts. */
  private static Thesaurus thesaurus() {
    return TinyThesaurus.of(
        IntStream.range(0, LABELS)
            .mapToObj(i -> TinyThesaurus.concept("c" + i, TinyData.word(i)))
            .toList());
  }

  @ParameterizedTest
  @CsvSource({
    "toy-dense, toy-descriptors",
    "toy-dense, label-wise",
    "convolution, toy-descriptors",
    "bigru, toy-descriptors"
  })
  void newLayersTrainAndServe(String encoder, String head) throws IOException {
    settings.put("encoder", Map.of("type", encoder));
    settings.put("head", Map.of("type", head));
    if (encoder.equals("bigru")) {
      settings.put("encoder", Map.of("type", encoder, "hiddenSize", 12));
    }
    ModelBundle bundle = train();
    assertEquals(
        head.equals(ToyHead.TYPE),
        OnnxScorerProvider.signature(bundle).input(InputSource.LABEL_VECTORS).isPresent());
    assertRecognises(bundle, LABELS - 1);
  }

  private static void assertRecognises(ModelBundle bundle, int words) {
    try (LabelScorer scorer = Scorers.open(bundle)) {
      int hits = 0;
      for (int label = 0; label < LABELS; label++) {
        LegalAct act =
            LegalAct.ofText(
                "a", "The Commission has adopted " + TinyData.word(label) + " of others");
        String best = scorer.score(List.of(act)).get(0).top(1).get(0).id();
        hits += best.equals("c" + label) ? 1 : 0;
      }
      assertTrue(hits >= words, hits + " of " + LABELS + " words are recognised");
    }
  }

  @Test
  void aTokenizerOfCharactersTrainsAndServes() throws IOException {
    settings.put("tokenizer", Map.of("type", ToyTokenizer.TYPE));
    settings.put("encoder", Map.of("type", "convolution", "kernelSize", 5, "filters", 24));
    settings.put("schedule", Map.of("epochs", 12, "decay", "linear", "monitor", "rp5"));
    ModelBundle bundle = train();
    assertEquals(ToyTokenizer.TYPE, OnnxScorerProvider.tokenizer(bundle).type());
    // longer words begin like those of labels
    assertRecognises(bundle, LABELS - 4);
    assertRecognises(inInt8(bundle), LABELS - 4);
  }

  @Test
  void tokensOfSeveralCharactersTrainAndServe() throws IOException {
    settings.put("tokenizer", Map.of("type", ToyTokenizer.TYPE, "charactersPerToken", 5));
    settings.put("embedding", Map.of("type", ToyEmbedding.TYPE, "charactersPerToken", 5));
    settings.put("encoder", Map.of("type", ToyEncoder.TYPE, "units", 48));
    settings.put("dropout", Map.of("embedding", 0.05, "word", 0.05));
    settings.put("schedule", Map.of("epochs", 15, "decay", "linear", "monitor", "rp5"));
    ModelBundle bundle = train();
    assertEquals(5, OnnxScorerProvider.tokenizer(bundle).idsPerToken());
    assertRecognises(bundle, LABELS - 1);
    assertRecognises(inInt8(bundle), LABELS - 1);
  }

  private ModelBundle inInt8(ModelBundle bundle) throws IOException {
    try (BundleWriter writer =
        new BundleWriter(folder.resolve("int8"), bundle.labels(), bundle.thesaurus())) {
      Map<String, Object> written = trainer.convert(bundle, Precision.INT8, writer);
      return writer.finish(
          "1", trainer.method(), written, DecisionRule.above(0.5), Map.of(), Map.of());
    }
  }

  @Test
  void anEmbeddingThatDoesNotFitTheTokenizerIsRefusedBeforeDataIsRead() {
    settings.put("tokenizer", Map.of("type", ToyTokenizer.TYPE, "charactersPerToken", 4));
    assertEquals(
        "recipe 'toy': the sections 'tokenizer' and 'embedding' contradict each other: a token of"
            + " the type 'toy-characters' has 4 ids, but the embedding 'word-vectors' reads 1",
        assertThrows(TrainingException.class, () -> trainer.check(recipe())).getMessage());
    settings.put("tokenizer", Map.of("type", ToyTokenizer.TYPE));
    settings.put("embedding", Map.of("dimension", 16, "vectors", "corpus"));
    assertEquals(
        "recipe 'toy': the setting 'vectors' of 'embedding' cannot be corpus with the tokenizer"
            + " 'toy-characters', whose tokens are no words: name a file of vectors, or leave it"
            + " out",
        assertThrows(TrainingException.class, () -> trainer.check(recipe())).getMessage());
  }

  @Test
  void weightsAreReadBackByTheirType() throws IOException {
    settings.put("encoder", Map.of("type", ToyEncoder.TYPE));
    settings.put("head", Map.of("type", ToyHead.TYPE));
    ModelBundle bundle = train();
    try (BundleWriter writer =
        new BundleWriter(folder.resolve("again"), bundle.labels(), bundle.thesaurus())) {
      // fp32 again: the same file, byte for byte
      trainer.convert(bundle, Precision.FP32, writer);
      for (String name : List.of(OnnxScorerProvider.MODEL, LabelVectors.FILE)) {
        assertArrayEquals(
            Files.readAllBytes(bundle.file(name)), Files.readAllBytes(writer.file(name)), name);
      }
    }
  }

  @Test
  void aNewLayersSettingsAreCheckedBeforeDataIsRead() {
    settings.put("encoder", Map.of("type", ToyEncoder.TYPE, "units", 0));
    TrainingException e = assertThrows(TrainingException.class, () -> trainer.check(recipe()));
    assertEquals("recipe 'toy': the setting 'units' must be at least 1, not 0", e.getMessage());
  }

  private Recipe recipe() {
    return new Recipe("toy", OnnxScorerProvider.METHOD, "1", settings, Map.of());
  }

  private ModelBundle train() throws IOException {
    TrainingData data =
        new TinyData()
            .randomActs("train", 300, LABELS)
            .randomActs("dev", 60, LABELS)
            .write(folder.resolve("data"));
    Thesaurus thesaurus = thesaurus();
    LabelSet labels = data.labels(thesaurus, id -> {});
    trainer.check(recipe());
    try (BundleWriter writer = new BundleWriter(folder.resolve("toy"), labels, thesaurus)) {
      Map<String, Object> written =
          trainer
              .train(
                  new TrainingTask(
                      recipe(),
                      data,
                      labels,
                      thesaurus,
                      new Resources(2, Long.MAX_VALUE),
                      folder.resolve("work"),
                      Progress.NONE),
                  writer)
              .settings();
      return writer.finish(
          "1", trainer.method(), written, DecisionRule.above(0.5), Map.of(), Map.of());
    }
  }
}

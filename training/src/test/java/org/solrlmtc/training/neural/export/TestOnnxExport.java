package org.solrlmtc.training.neural.export;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.core.act.ZoneSelection;
import org.solrlmtc.core.bundle.BundleWriter;
import org.solrlmtc.core.bundle.ModelBundle;
import org.solrlmtc.core.bundle.Scorers;
import org.solrlmtc.core.decide.DecisionRule;
import org.solrlmtc.core.onnx.OnnxScorer;
import org.solrlmtc.core.onnx.OnnxScorerProvider;
import org.solrlmtc.core.score.Evidence;
import org.solrlmtc.core.score.LabelScorer;
import org.solrlmtc.core.score.LabelSet;
import org.solrlmtc.training.TinyData;
import org.solrlmtc.training.execution.TrainingException;
import org.solrlmtc.training.neural.NeuralTrainer;
import org.solrlmtc.training.neural.graph.ExportContext;
import org.solrlmtc.training.neural.graph.Precision;
import org.solrlmtc.training.neural.layer.AttentionHead;
import org.solrlmtc.training.neural.layer.Embedding;
import org.solrlmtc.training.neural.layer.LabelWiseHead;
import org.solrlmtc.training.neural.layer.NetworkWeights;
import org.solrlmtc.training.neural.layer.ReferenceMath;

/** Networks in bundles, scored as Solr scores them. */
class TestOnnxExport {
  private static final List<String> CONCEPTS =
      IntStream.range(0, RandomNetworks.LABELS).mapToObj(i -> "c" + i).collect(Collectors.toList());
  private static final int[] TEXT = {7, 1, 30, 12, 2, 49, 3};

  @TempDir Path folder;

  @Test
  void aBundleScoresAsItsWeights() throws IOException {
    NetworkWeights weights = RandomNetworks.of("bigru", "lwan-low-rank");
    ModelBundle bundle = write(weights, Precision.FP32);
    double[] expected = References.probabilities(weights, TEXT);
    try (LabelScorer scorer = Scorers.open(bundle)) {
      double[] scores = new double[expected.length];
      scorer.score(List.of(act())).get(0).forEach((label, score) -> scores[label] = score);
      assertArrayEquals(expected, scores, 1e-4);
    }
  }

  @Test
  void attributionsSumUpToTheScore() throws IOException {
    for (String name : RandomNetworks.all().keySet()) {
      NetworkWeights weights = RandomNetworks.all().get(name);
      double expected = ReferenceMath.sigmoid(weights.reference(TEXT, new int[] {TEXT.length})[4]);
      try (OnnxScorer scorer = new OnnxScorerProvider().open(write(weights, Precision.FP32))) {
        float[] shares = scorer.attributions(act(), 4);
        double sum =
            weights.head() instanceof LabelWiseHead.Weights labelWise
                ? labelWise.bias()[4]
                : ((AttentionHead.Weights) weights.head()).bias()[4];
        for (float share : shares) {
          sum += share;
        }
        assertEquals(expected, ReferenceMath.sigmoid(sum), 1e-4, name);
        assertTrue(scorer.explains());
        List<Evidence> evidence = scorer.explain(act(), new int[] {4}, 99).get(0);
        double positive = 0;
        for (float share : shares) {
          positive += Math.max(0, share);
        }
        assertEquals(positive, evidence.stream().mapToDouble(Evidence::weight).sum(), 1e-4);
        assertEquals(
            evidence.subList(0, Math.min(1, evidence.size())),
            scorer.explain(act(), new int[] {4}, 1).get(0));
      }
    }
  }

  @Test
  void int8TakesLessRoom() throws IOException {
    NetworkWeights weights = RandomNetworks.of("cnn", "lwan");
    long floats = Files.size(write(weights, Precision.FP32).file(OnnxScorerProvider.MODEL));
    long bytes = Files.size(write(weights, Precision.INT8).file(OnnxScorerProvider.MODEL));
    // the matrices are tiny: most of the file is the graph
    assertTrue(bytes < floats - 1000, bytes + " instead of " + floats);
  }

  @ParameterizedTest
  @MethodSource("networks")
  void aFinishedBundleIsQuantisedAsItsTrainingWouldHaveWrittenIt(String name) throws IOException {
    NetworkWeights weights = RandomNetworks.all().get(name);
    byte[] trained =
        Files.readAllBytes(write(weights, Precision.INT8).file(OnnxScorerProvider.MODEL));
    ModelBundle floats = write(weights, Precision.FP32);
    try (BundleWriter writer = writer("bytes")) {
      new NeuralTrainer().convert(floats, Precision.INT8, writer);
      assertArrayEquals(trained, Files.readAllBytes(writer.file(OnnxScorerProvider.MODEL)));
    }
  }

  static Stream<String> networks() {
    return RandomNetworks.all().keySet().stream();
  }

  @Test
  void int8CannotBecomeFp32Again() throws IOException {
    ModelBundle bytes = write(RandomNetworks.of("cnn", "lwan"), Precision.INT8);
    try (BundleWriter writer = writer("floats")) {
      TrainingException e =
          assertThrows(
              TrainingException.class,
              () -> new NeuralTrainer().convert(bytes, Precision.FP32, writer));
      assertTrue(e.getMessage().contains("model.onnx has weights of the precision int8"));
    }
  }

  @Test
  void aNetworkOfOtherSizeIsRefused() {
    TrainingException e =
        assertThrows(
            TrainingException.class,
            () -> write(RandomNetworks.of("cnn", "lwan", 5), Precision.FP32));
    assertTrue(e.getMessage().contains("5 labels cannot be written with"), e.getMessage());
  }

  @Test
  void aNetworkWithInvalidOutputIsNotFinished() {
    NetworkWeights good = RandomNetworks.of("cnn", "lwan");
    LabelWiseHead.Weights head = (LabelWiseHead.Weights) good.head();
    float[] bias = head.bias().clone();
    bias[3] = Float.NaN;
    NetworkWeights broken =
        new NetworkWeights(
            good.embedding(),
            good.encoder(),
            new LabelWiseHead.Weights(Optional.empty(), head.queries(), head.outputs(), bias));
    assertThrows(RuntimeException.class, () -> write(broken, Precision.FP32));
    assertTrue(Files.notExists(folder.resolve("net")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"full", "H", "R", "A"})
  void aLayerWhoseExportIsWrongIsFoundWhateverZonesTheNetworkReads(String zones)
      throws IOException {
    NetworkWeights weights = RandomNetworks.of("cnn", "lwan");
    OnnxExport export = TinyBundle.export(Precision.FP32, CONCEPTS, ZoneSelection.parse(zones));
    try (BundleWriter writer = writer("right")) {
      export.write(weights, writer);
    }
    NetworkWeights wrong =
        new NetworkWeights(
            new ShiftedExport(weights.embedding()), weights.encoder(), weights.head());
    try (BundleWriter writer = writer("wrong")) {
      TrainingException e =
          assertThrows(TrainingException.class, () -> export.write(wrong, writer));
      assertTrue(
          e.getMessage().contains("model.onnx has logits that differ from those of the trained"),
          e.getMessage());
    }
  }

  /** Exports the vectors as they are, and computes with larger ones. */
  private record ShiftedExport(Embedding.Weights weights) implements Embedding.Weights {
    @Override
    public Embedding spec() {
      return weights.spec();
    }

    @Override
    public int vocabularySize() {
      return weights.vocabularySize();
    }

    @Override
    public String export(ExportContext context, String tokens) {
      return weights.export(context, tokens);
    }

    @Override
    public double[][] reference(int[] ids) {
      return Arrays.stream(weights.reference(ids))
          .map(vector -> Arrays.stream(vector).map(value -> value + 1).toArray())
          .toArray(double[][]::new);
    }
  }

  private ModelBundle write(NetworkWeights weights, Precision precision) throws IOException {
    try (BundleWriter writer = writer("net")) {
      Map<String, Object> settings = TinyBundle.export(precision, CONCEPTS).write(weights, writer);
      return writer.finish(
          "1", OnnxScorerProvider.METHOD, settings, DecisionRule.above(0.5), Map.of(), Map.of());
    }
  }

  private BundleWriter writer(String name) throws IOException {
    LabelSet labels = new LabelSet(CONCEPTS, IntStream.range(1, 31).toArray());
    return new BundleWriter(
        folder.resolve(name), labels, TinyData.thesaurus(RandomNetworks.LABELS));
  }

  private static LegalAct act() {
    return LegalAct.ofText(
        "a",
        IntStream.of(TEXT)
            .mapToObj(id -> id == 1 ? "unknown" : TinyData.word(id))
            .collect(Collectors.joining(" ")));
  }
}

package org.solrlmtc.core.onnx;

import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import ai.onnx.proto.OnnxMl.TensorProto.DataType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.solrlmtc.core.bundle.BundleWriter;
import org.solrlmtc.core.bundle.ModelBundle;
import org.solrlmtc.core.decide.DecisionRule;
import org.solrlmtc.core.score.LabelSet;
import org.solrlmtc.core.text.WordTokenizer;
import org.solrlmtc.fixtures.OnnxGraphs;
import org.solrlmtc.fixtures.TinyThesaurus;
import org.solrlmtc.fixtures.WordNetworks;

/**
 * A network that adds up a number for every word and label. Four labels, the second never trained;
 * the columns are those of the others, last one first: c3 (milk), c2 (ship), c0 (both).
 */
final class TinyNetwork {
  static final List<String> CONCEPTS = List.of("c3", "c2", "c0");
  static final List<String> WORDS = List.of("milk", "ship");
  private static final float[][] NUMBERS = {
    {0, 0, 0}, {0, 0, 0}, {1, -1, 0.5f}, {-1, 1, 0.5f},
  };

  static final NetworkSignature SIGNATURE = WordNetworks.SIGNATURE;

  private TinyNetwork() {}

  static WordTokenizer tokenizer(List<String> words) {
    return WordNetworks.tokenizer(words);
  }

  /** The probability of a column. */
  static double probability(int column, int milk, int ship) {
    double sum = milk * NUMBERS[2][column] + ship * NUMBERS[3][column];
    return 1 / (1 + Math.exp(-sum));
  }

  static ModelProto model() {
    TensorProto.Builder numbers =
        TensorProto.newBuilder()
            .setName("numbers")
            .setDataType(DataType.FLOAT.getNumber())
            .addDims(NUMBERS.length)
            .addDims(CONCEPTS.size());
    for (float[] row : NUMBERS) {
      for (float number : row) {
        numbers.addFloatData(number);
      }
    }
    GraphProto graph =
        GraphProto.newBuilder()
            .setName("tiny")
            .addInput(OnnxGraphs.value("tokens", DataType.INT64, -1, -1))
            .addInput(OnnxGraphs.value("lengths", DataType.INT32, -1))
            .addInitializer(numbers)
            .addInitializer(OnnxGraphs.integers("axis", 1))
            .addNode(OnnxGraphs.node("Gather", "vectors", "numbers", "tokens"))
            .addNode(
                OnnxGraphs.node("ReduceSum", "sums", "vectors", "axis")
                    .addAttribute(OnnxGraphs.attribute("keepdims", 0)))
            .addNode(OnnxGraphs.node("Sigmoid", "probabilities", "sums"))
            .addOutput(OnnxGraphs.value("probabilities", DataType.FLOAT, -1, CONCEPTS.size()))
            .build();
    return OnnxGraphs.model(graph, OnnxScorerProvider.metadata(CONCEPTS));
  }

  static ModelBundle write(Path folder) throws IOException {
    return write(folder, model().toByteArray(), CONCEPTS, WORDS);
  }

  /** A bundle around a changed model. */
  static ModelBundle write(Path folder, Consumer<ModelProto.Builder> change) throws IOException {
    ModelProto.Builder changed = model().toBuilder();
    change.accept(changed);
    return write(folder, changed.build().toByteArray(), CONCEPTS, WORDS);
  }

  static ModelBundle write(Path folder, byte[] model, List<String> concepts, List<String> words)
      throws IOException {
    WordTokenizer tokenizer = tokenizer(words);
    return write(
        folder,
        model,
        concepts,
        OnnxScorerProvider.settings(tokenizer, SIGNATURE),
        tokenizer::write);
  }

  /** A bundle with another signature around a changed model. */
  static ModelBundle write(
      Path folder, NetworkSignature signature, Consumer<ModelProto.Builder> change)
      throws IOException {
    ModelProto.Builder changed = model().toBuilder();
    change.accept(changed);
    return write(
        folder,
        changed.build().toByteArray(),
        OnnxScorerProvider.settings(tokenizer(WORDS), signature),
        files -> {});
  }

  /** A bundle with other settings. */
  static ModelBundle write(Path folder, Map<String, Object> settings) throws IOException {
    return write(folder, model().toByteArray(), settings, files -> {});
  }

  /** Writes files of a bundle. */
  interface FileWriting {
    void write(Function<String, Path> files) throws IOException;
  }

  /** A bundle with another model and settings, and more files. */
  static ModelBundle write(
      Path folder, byte[] model, Map<String, Object> settings, FileWriting more)
      throws IOException {
    return write(
        folder,
        model,
        CONCEPTS,
        settings,
        files -> {
          tokenizer(WORDS).write(files);
          more.write(files);
        });
  }

  private static ModelBundle write(
      Path folder,
      byte[] model,
      List<String> concepts,
      Map<String, Object> settings,
      FileWriting more)
      throws IOException {
    List<String> ids = IntStream.range(0, 4).mapToObj(i -> "c" + i).collect(Collectors.toList());
    try (BundleWriter writer =
        new BundleWriter(
            folder, new LabelSet(ids, new int[] {9, 0, 9, 9}), TinyThesaurus.named(ids))) {
      Files.write(writer.file(OnnxScorerProvider.MODEL), model);
      OnnxScorerProvider.writeOutputs(concepts, writer);
      more.write(writer::file);
      return writer.finish(
          "1", OnnxScorerProvider.METHOD, settings, DecisionRule.above(0.5), Map.of(), Map.of());
    }
  }
}

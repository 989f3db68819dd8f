package org.solrlmtc.tests;

import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.TensorProto.DataType;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.solrlmtc.core.bundle.BundleWriter;
import org.solrlmtc.core.onnx.OnnxScorerProvider;
import org.solrlmtc.core.score.LabelSet;
import org.solrlmtc.core.thesaurus.Thesaurus;
import org.solrlmtc.fixtures.OnnxGraphs;
import org.solrlmtc.fixtures.TinyThesaurus;
import org.solrlmtc.fixtures.WordNetworks;

/**
 * A network that labels acts about milk: versions with an even number say "even", the others "odd".
 * It looks at the number of words, and with some numbers it fails, takes its time or does not end.
 */
final class ErraticNetwork {
  static final String NAME = "erratic";

  /** What it labels at once. */
  static final String CALM = "milk";

  /** What it fails on. */
  static final String FAILING = milk(41);

  /** What it needs some hundredths of a second for. */
  static final String SLOW = milk(45);

  /** What it would need minutes for. */
  static final String ENDLESS = milk(50);

  private static final int MULTIPLICATIONS = 150;
  private static final List<String> CONCEPTS = List.of("even", "odd");

  private ErraticNetwork() {}

  private static String milk(int words) {
    return "milk ".repeat(words).strip();
  }

  private static int words(String text) {
    return text.split(" ").length;
  }

  /** The concept that a version gives to acts about milk. */
  static String concept(int version) {
    return CONCEPTS.get(version % 2);
  }

  /** Puts a version into a folder of models, in the place of a former one. */
  static void write(Path models, int version) throws IOException {
    Thesaurus thesaurus =
        TinyThesaurus.of(CONCEPTS.stream().map(id -> TinyThesaurus.concept(id, id)).toList());
    try (BundleWriter writer =
        new BundleWriter(
            models.resolve(NAME), new LabelSet(CONCEPTS, new int[] {9, 9}), thesaurus)) {
      WordNetworks.finish(
          writer,
          Integer.toString(version),
          network(version).toByteArray(),
          CONCEPTS,
          List.of("milk"));
    }
  }

  private static ModelProto network(int version) {
    float even = version % 2 == 0 ? 1 : -1;
    GraphProto.Builder graph =
        GraphProto.newBuilder()
            .setName(NAME)
            .addInput(OnnxGraphs.value("tokens", DataType.INT64, -1, -1))
            .addInput(OnnxGraphs.value("lengths", DataType.INT32, -1))
            .addOutput(OnnxGraphs.value("probabilities", DataType.FLOAT, -1, CONCEPTS.size()))
            // a row for padding, for out-of-vocabulary words and for milk
            .addInitializer(
                OnnxGraphs.floats("weights", 0, 0, 0, 0, even, -even).addDims(3).addDims(2))
            .addInitializer(OnnxGraphs.integers("second", 1))
            .addNode(OnnxGraphs.node("Shape", "shape", "tokens"))
            .addNode(OnnxGraphs.node("Gather", "words", "shape", "second"));
    // fails: there is no row 1
    graph
        .addInitializer(OnnxGraphs.integers("faults", byWords(0, FAILING, 1)))
        .addInitializer(OnnxGraphs.floats("nothing", 0).addDims(1))
        .addNode(OnnxGraphs.node("Gather", "fault", "faults", "words"))
        .addNode(OnnxGraphs.node("Gather", "added", "nothing", "fault"));
    multiplyMatrices(graph);
    graph
        .addNode(OnnxGraphs.node("Gather", "vectors", "weights", "tokens"))
        .addNode(
            OnnxGraphs.node("ReduceSum", "sums", "vectors", "second")
                .addAttribute(OnnxGraphs.attribute("keepdims", 0)))
        .addNode(OnnxGraphs.node("Add", "faulty", "sums", "added"))
        .addNode(OnnxGraphs.node("Add", "late", "faulty", "product"))
        .addNode(OnnxGraphs.node("Sigmoid", "probabilities", "late"));
    return OnnxGraphs.model(graph.build(), OnnxScorerProvider.metadata(CONCEPTS));
  }

  /** Adds a product of many matrices of nothing but zeros, small or large. */
  private static void multiplyMatrices(GraphProto.Builder graph) {
    long[] sizes = byWords(1, SLOW, 150);
    sizes[words(ENDLESS)] = 3_000;
    graph
        .addInitializer(OnnxGraphs.integers("sizes", sizes))
        .addNode(OnnxGraphs.node("Gather", "size", "sizes", "words"))
        .addNode(
            OnnxGraphs.node("Concat", "square", "size", "size")
                .addAttribute(OnnxGraphs.attribute("axis", 0)))
        .addNode(OnnxGraphs.node("ConstantOfShape", "matrix0", "square"));
    for (int i = 0; i < MULTIPLICATIONS; i++) {
      graph.addNode(OnnxGraphs.node("MatMul", "matrix" + (i + 1), "matrix" + i, "matrix" + i));
    }
    graph.addNode(OnnxGraphs.node("ReduceMax", "product", "matrix" + MULTIPLICATIONS));
  }

  /** A number for every number of words: one for this text, another for all others. */
  private static long[] byWords(long usual, String text, long special) {
    long[] numbers = new long[WordNetworks.MAX_SEQUENCE_LENGTH + 1];
    Arrays.fill(numbers, usual);
    numbers[words(text)] = special;
    return numbers;
  }
}

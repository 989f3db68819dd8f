package org.solrlmtc.tests;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.OperatorSetIdProto;
import ai.onnx.proto.OnnxMl.StringStringEntryProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import ai.onnx.proto.OnnxMl.TensorProto.DataType;
import ai.onnx.proto.OnnxMl.TypeProto;
import ai.onnx.proto.OnnxMl.ValueInfoProto;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.solrlmtc.core.act.ZoneSelection;
import org.solrlmtc.core.bundle.BundleWriter;
import org.solrlmtc.core.decide.DecisionRule;
import org.solrlmtc.core.onnx.InputSource;
import org.solrlmtc.core.onnx.NetworkSignature;
import org.solrlmtc.core.onnx.OnnxScorerProvider;
import org.solrlmtc.core.score.LabelSet;
import org.solrlmtc.core.text.WordTokenizer;
import org.solrlmtc.core.text.WordTokenizerSettings;
import org.solrlmtc.core.text.WordVocabulary;
import org.solrlmtc.core.thesaurus.Concept;
import org.solrlmtc.core.thesaurus.Edition;
import org.solrlmtc.core.thesaurus.Thesaurus;

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

  private static final int MOST_WORDS = 50;
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
        new Thesaurus(
            new Edition("en", "1", "test"),
            List.of(),
            List.of(),
            CONCEPTS.stream()
                .map(id -> new Concept(id, id, List.of(), List.of(), List.of(), false))
                .toList());
    try (BundleWriter writer =
        new BundleWriter(
            models.resolve(NAME), new LabelSet(CONCEPTS, new int[] {9, 9}), thesaurus)) {
      Files.write(writer.file(OnnxScorerProvider.MODEL), network(version).toByteArray());
      OnnxScorerProvider.writeOutputs(CONCEPTS, writer);
      WordTokenizer tokenizer =
          new WordTokenizer(
              new WordTokenizerSettings(ZoneSelection.FULL, MOST_WORDS, true, false),
              WordVocabulary.of(List.of("milk")));
      tokenizer.write(writer::file);
      writer.finish(
          Integer.toString(version),
          OnnxScorerProvider.METHOD,
          OnnxScorerProvider.settings(
              tokenizer,
              new NetworkSignature(
                  List.of(
                      new NetworkSignature.Input(
                          "tokens",
                          NetworkSignature.ElementType.INT64,
                          List.of("batch", "tokens"),
                          InputSource.TOKEN_IDS),
                      new NetworkSignature.Input(
                          "lengths",
                          NetworkSignature.ElementType.INT32,
                          List.of("batch"),
                          InputSource.LENGTHS)),
                  "probabilities",
                  Optional.empty(),
                  1)),
          DecisionRule.above(0.5),
          Map.of(),
          Map.of());
    }
  }

  private static ModelProto network(int version) {
    float even = version % 2 == 0 ? 1 : -1;
    GraphProto.Builder graph =
        GraphProto.newBuilder()
            .setName(NAME)
            .addInput(value("tokens", DataType.INT64, -1, -1))
            .addInput(value("lengths", DataType.INT32, -1))
            .addOutput(value("probabilities", DataType.FLOAT, -1, CONCEPTS.size()))
            // a row for padding, for unknown words and for milk
            .addInitializer(floats("weights", 0, 0, 0, 0, even, -even).addDims(3).addDims(2))
            .addInitializer(wholes("second", 1))
            .addNode(node("Shape", "shape", "tokens"))
            .addNode(node("Gather", "words", "shape", "second"));
    // fails: there is no row 1
    graph
        .addInitializer(wholes("faults", byWords(0, FAILING, 1)))
        .addInitializer(floats("nothing", 0).addDims(1))
        .addNode(node("Gather", "fault", "faults", "words"))
        .addNode(node("Gather", "added", "nothing", "fault"));
    multiplyMatrices(graph);
    graph
        .addNode(node("Gather", "vectors", "weights", "tokens"))
        .addNode(
            node("ReduceSum", "sums", "vectors", "second")
                .addAttribute(
                    AttributeProto.newBuilder()
                        .setName("keepdims")
                        .setType(AttributeProto.AttributeType.INT)
                        .setI(0)))
        .addNode(node("Add", "faulty", "sums", "added"))
        .addNode(node("Add", "late", "faulty", "product"))
        .addNode(node("Sigmoid", "probabilities", "late"));
    ModelProto.Builder model =
        ModelProto.newBuilder()
            .setIrVersion(8)
            .addOpsetImport(OperatorSetIdProto.newBuilder().setDomain("").setVersion(17))
            .setGraph(graph);
    OnnxScorerProvider.metadata(CONCEPTS)
        .forEach(
            (key, text) ->
                model.addMetadataProps(
                    StringStringEntryProto.newBuilder().setKey(key).setValue(text)));
    return model.build();
  }

  /** Adds a product of many matrices of nothing but zeros, small or large. */
  private static void multiplyMatrices(GraphProto.Builder graph) {
    long[] sizes = byWords(1, SLOW, 150);
    sizes[words(ENDLESS)] = 3_000;
    graph
        .addInitializer(wholes("sizes", sizes))
        .addNode(node("Gather", "size", "sizes", "words"))
        .addNode(
            node("Concat", "square", "size", "size")
                .addAttribute(
                    AttributeProto.newBuilder()
                        .setName("axis")
                        .setType(AttributeProto.AttributeType.INT)
                        .setI(0)))
        .addNode(node("ConstantOfShape", "matrix0", "square"));
    for (int i = 0; i < MULTIPLICATIONS; i++) {
      graph.addNode(node("MatMul", "matrix" + (i + 1), "matrix" + i, "matrix" + i));
    }
    graph.addNode(node("ReduceMax", "product", "matrix" + MULTIPLICATIONS));
  }

  /** A number for every number of words: one for this text, another for all others. */
  private static long[] byWords(long usual, String text, long special) {
    long[] numbers = new long[MOST_WORDS + 1];
    Arrays.fill(numbers, usual);
    numbers[words(text)] = special;
    return numbers;
  }

  private static TensorProto.Builder floats(String name, float... numbers) {
    TensorProto.Builder tensor =
        TensorProto.newBuilder().setName(name).setDataType(DataType.FLOAT.getNumber());
    for (float number : numbers) {
      tensor.addFloatData(number);
    }
    return tensor;
  }

  private static TensorProto.Builder wholes(String name, long... numbers) {
    TensorProto.Builder tensor =
        TensorProto.newBuilder()
            .setName(name)
            .setDataType(DataType.INT64.getNumber())
            .addDims(numbers.length);
    for (long number : numbers) {
      tensor.addInt64Data(number);
    }
    return tensor;
  }

  private static NodeProto.Builder node(String operation, String output, String... inputs) {
    return NodeProto.newBuilder()
        .setOpType(operation)
        .addOutput(output)
        .addAllInput(List.of(inputs));
  }

  private static ValueInfoProto value(String name, DataType type, int... shape) {
    TypeProto.Tensor.Builder tensor = TypeProto.Tensor.newBuilder().setElemType(type.getNumber());
    for (int size : shape) {
      if (size < 0) {
        tensor.getShapeBuilder().addDimBuilder();
      } else {
        tensor.getShapeBuilder().addDimBuilder().setDimValue(size);
      }
    }
    return ValueInfoProto.newBuilder()
        .setName(name)
        .setType(TypeProto.newBuilder().setTensorType(tensor))
        .build();
  }
}

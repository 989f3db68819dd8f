package org.solrlmtc.core.onnx;

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
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.solrlmtc.core.act.ZoneSelection;
import org.solrlmtc.core.bundle.BundleWriter;
import org.solrlmtc.core.bundle.ModelBundle;
import org.solrlmtc.core.decide.DecisionRule;
import org.solrlmtc.core.score.LabelSet;
import org.solrlmtc.core.text.WordTokenizer;
import org.solrlmtc.core.text.WordTokenizerSettings;
import org.solrlmtc.core.text.WordVocabulary;
import org.solrlmtc.core.thesaurus.Concept;
import org.solrlmtc.core.thesaurus.Edition;
import org.solrlmtc.core.thesaurus.Thesaurus;

/**
 * A network that adds up a number for every word and label. Four labels, the second never trained;
 * the columns stand for the others, last one first: c3 (milk), c2 (ship), c0 (both).
 */
final class TinyNetwork {
  static final List<String> CONCEPTS = List.of("c3", "c2", "c0");
  static final List<String> WORDS = List.of("milk", "ship");
  private static final float[][] NUMBERS = {
    {0, 0, 0}, {0, 0, 0}, {1, -1, 0.5f}, {-1, 1, 0.5f},
  };

  static final NetworkSignature SIGNATURE =
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
          1);

  private TinyNetwork() {}

  static WordTokenizer tokenizer(List<String> words) {
    return new WordTokenizer(
        new WordTokenizerSettings(ZoneSelection.FULL, 50, true, false), WordVocabulary.of(words));
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
            .addInput(value("tokens", DataType.INT64, -1, -1))
            .addInput(value("lengths", DataType.INT32, -1))
            .addInitializer(numbers)
            .addInitializer(
                TensorProto.newBuilder()
                    .setName("axis")
                    .setDataType(DataType.INT64.getNumber())
                    .addDims(1)
                    .addInt64Data(1))
            .addNode(node("Gather", "vectors", "numbers", "tokens"))
            .addNode(
                node("ReduceSum", "sums", "vectors", "axis")
                    .addAttribute(
                        AttributeProto.newBuilder()
                            .setName("keepdims")
                            .setType(AttributeProto.AttributeType.INT)
                            .setI(0)))
            .addNode(node("Sigmoid", "probabilities", "sums"))
            .addOutput(value("probabilities", DataType.FLOAT, -1, CONCEPTS.size()))
            .build();
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

  static NodeProto.Builder node(String operation, String output, String... inputs) {
    return NodeProto.newBuilder()
        .setOpType(operation)
        .addOutput(output)
        .addAllInput(List.of(inputs));
  }

  static ValueInfoProto value(String name, DataType type, int... shape) {
    TypeProto.Tensor.Builder tensor = TypeProto.Tensor.newBuilder().setElemType(type.getNumber());
    tensor.getShapeBuilder();
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
    List<String> ids = IntStream.range(0, 4).mapToObj(i -> "c" + i).collect(Collectors.toList());
    Thesaurus thesaurus =
        new Thesaurus(
            new Edition("en", "1", "test"),
            List.of(),
            List.of(),
            ids.stream()
                .map(id -> new Concept(id, "name " + id, List.of(), List.of(), List.of(), false))
                .collect(Collectors.toList()));
    try (BundleWriter writer =
        new BundleWriter(folder, new LabelSet(ids, new int[] {9, 0, 9, 9}), thesaurus)) {
      Files.write(writer.file(OnnxScorerProvider.MODEL), model);
      OnnxScorerProvider.writeOutputs(concepts, writer);
      WordTokenizer tokenizer = tokenizer(words);
      tokenizer.write(writer::file);
      return writer.finish(
          "1",
          OnnxScorerProvider.METHOD,
          OnnxScorerProvider.settings(tokenizer, SIGNATURE),
          DecisionRule.above(0.5),
          Map.of(),
          Map.of());
    }
  }
}

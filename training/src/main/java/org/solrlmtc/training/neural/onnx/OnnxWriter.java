package org.solrlmtc.training.neural.onnx;

import static org.solrlmtc.training.neural.onnx.GraphBuilder.attribute;

import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.OperatorSetIdProto;
import ai.onnx.proto.OnnxMl.StringStringEntryProto;
import ai.onnx.proto.OnnxMl.TensorProto.DataType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.solrlmtc.core.onnx.InputSource;
import org.solrlmtc.core.onnx.NetworkSignature;
import org.solrlmtc.core.onnx.NetworkSignature.ElementType;
import org.solrlmtc.core.onnx.OnnxScorerProvider;
import org.solrlmtc.training.neural.weights.LabelWiseWeights;
import org.solrlmtc.training.neural.weights.NetworkWeights;

/**
 * Draws a network as an ONNX model: word ids and lengths in, probabilities out, whatever the number
 * of texts and their lengths. What stands behind a text's end never counts.
 */
final class OnnxWriter {
  static final String TOKENS = "tokens";
  static final String LENGTHS = "lengths";
  static final String CANDIDATES = "candidates";
  static final String PROBABILITIES = "probabilities";
  static final String EVIDENCE = "evidence";

  private static final int OPSET = 17;

  /** The version of the file format that came with the operator set. */
  private static final int IR_VERSION = 8;

  /** Added to an attention before the softmax: what has it gets a share of 0. */
  private static final float SILENT = -1e9f;

  private OnnxWriter() {}

  /**
   * Draws.
   *
   * @param metadata what the file tells of itself: provenance, labels
   */
  static ModelProto draw(
      NetworkWeights weights, Precision precision, Map<String, String> metadata) {
    GraphBuilder graph = GraphBuilder.named("network");
    String tokens = graph.input(TOKENS, DataType.INT64, "batch", "length");
    String lengths = graph.input(LENGTHS, DataType.INT32, "batch");
    int group = weights.encoder().pool();
    if (group > 1) {
      tokens = padToMultiple(graph, tokens, group);
    }
    String longLengths = cast(graph, lengths, DataType.INT64);
    String isWord = graph.node("Unsqueeze", before(graph, tokens, longLengths), graph.longs(2));
    String vectors =
        Rows.store(graph, "embedding", weights.embedding(), precision)
            .pick(graph, tokens)
            .floats(graph);
    String masked = graph.node("Mul", vectors, cast(graph, isWord, DataType.FLOAT));
    EncoderGraph.Encoded encoded =
        new EncoderGraph(graph).draw(weights.encoder(), masked, lengths, isWord);
    String isToken = before(graph, encoded.values(), encoded.lengths());
    String silence =
        graph.node(
            "Unsqueeze",
            graph.node("Where", isToken, graph.scalar(0), graph.scalar(SILENT)),
            graph.longs(1));
    HeadGraph.Scored scored =
        new HeadGraph(graph, precision).draw(weights.head(), encoded.values(), silence);
    graph.output(
        PROBABILITIES,
        graph.node("Sigmoid", scored.scores()),
        DataType.FLOAT,
        "batch",
        scored.evidence().isPresent() ? "scored" : "" + weights.head().labels());
    // sizes of their own: there is no evidence at all when all labels are scored
    scored
        .evidence()
        .ifPresent(
            evidence ->
                graph.output(EVIDENCE, evidence, DataType.FLOAT, "batch_", "scored_", "tokens"));
    ModelProto.Builder model =
        ModelProto.newBuilder()
            .setIrVersion(IR_VERSION)
            .setProducerName("solr-lmtc")
            .addOpsetImport(OperatorSetIdProto.newBuilder().setDomain("").setVersion(OPSET))
            .setGraph(graph.build());
    Map<String, String> entries = new TreeMap<>(metadata);
    entries.put(OnnxScorerProvider.TOKENS_PER_STATE, "" + group);
    entries.forEach(
        (key, value) ->
            model.addMetadataProps(
                StringStringEntryProto.newBuilder().setKey(key).setValue(value)));
    return model.build();
  }

  /** What the drawn network reads and gives. */
  static NetworkSignature signature(NetworkWeights weights) {
    List<NetworkSignature.Input> inputs =
        new ArrayList<>(
            List.of(
                new NetworkSignature.Input(
                    TOKENS, ElementType.INT64, List.of("batch", "tokens"), InputSource.TOKEN_IDS),
                new NetworkSignature.Input(
                    LENGTHS, ElementType.INT32, List.of("batch"), InputSource.LENGTHS)));
    boolean labelWise = weights.head() instanceof LabelWiseWeights;
    if (labelWise) {
      inputs.add(
          new NetworkSignature.Input(
              CANDIDATES,
              ElementType.INT64,
              List.of("batch", "candidates"),
              InputSource.CANDIDATES));
    }
    return new NetworkSignature(
        inputs,
        PROBABILITIES,
        labelWise ? Optional.of(EVIDENCE) : Optional.empty(),
        weights.encoder().pool());
  }

  private static String padToMultiple(GraphBuilder graph, String tokens, int group) {
    String length = graph.node("Gather", graph.node("Shape", tokens), graph.longs(1));
    String groupSize = graph.longs(group);
    String missing =
        graph.node(
            "Mod", graph.node("Sub", groupSize, graph.node("Mod", length, groupSize)), groupSize);
    String pads =
        graph.node("Concat", List.of(attribute("axis", 0)), graph.longs(0, 0, 0), missing);
    return graph.node("Pad", tokens, pads);
  }

  /** Which positions (the second dimension of {@code values}) come before the end of their text. */
  private static String before(GraphBuilder graph, String values, String lengths) {
    String number = graph.node("Gather", graph.node("Shape", values), graph.whole(1));
    String positions = graph.node("Range", graph.whole(0), number, graph.whole(1));
    return graph.node("Less", positions, graph.node("Unsqueeze", lengths, graph.longs(1)));
  }

  private static String cast(GraphBuilder graph, String value, DataType type) {
    return graph.node("Cast", List.of(attribute("to", type.getNumber())), value);
  }
}

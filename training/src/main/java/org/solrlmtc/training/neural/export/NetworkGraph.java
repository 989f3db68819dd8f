package org.solrlmtc.training.neural.export;

import static org.solrlmtc.training.neural.graph.GraphBuilder.attribute;

import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.OperatorSetIdProto;
import ai.onnx.proto.OnnxMl.StringStringEntryProto;
import ai.onnx.proto.OnnxMl.TensorProto.DataType;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.solrlmtc.core.onnx.InputSource;
import org.solrlmtc.core.onnx.NetworkSignature;
import org.solrlmtc.core.onnx.OnnxScorerProvider;
import org.solrlmtc.training.neural.graph.ExportContext;
import org.solrlmtc.training.neural.graph.GraphBuilder;
import org.solrlmtc.training.neural.graph.GraphValues.EncodedStates;
import org.solrlmtc.training.neural.graph.GraphValues.HeadStates;
import org.solrlmtc.training.neural.graph.GraphValues.LabelLogits;
import org.solrlmtc.training.neural.graph.GraphValues.TokenVectors;
import org.solrlmtc.training.neural.graph.Precision;
import org.solrlmtc.training.neural.layer.NetworkWeights;

/**
 * A network as an ONNX model: token ids in, probabilities out, for any batch size and lengths.
 * Padding has no effect. Each layer adds itself to the graph.
 *
 * @param signature inputs and outputs of the model
 */
record NetworkGraph(ModelProto model, NetworkSignature signature) {
  static final String EMBEDDING = "embedding";
  static final String ENCODER = "encoder";
  static final String HEAD = "head";

  private static final String PROBABILITIES = "probabilities";
  private static final String ATTRIBUTIONS = "attributions";

  private static final int OPSET = 17;

  /** The version of the file format that came with the operator set. */
  private static final int IR_VERSION = 8;

  /** Added to attention scores before the softmax: the attention of padding is 0. */
  private static final float MASKED = -1e9f;

  /**
   * Builds the graph.
   *
   * @param metadata of the file: provenance, labels
   */
  static NetworkGraph of(
      NetworkWeights weights, Precision precision, Map<String, String> metadata) {
    ExportContext context = new ExportContext(precision);
    GraphBuilder graph = context.graph();
    int idsPerToken = weights.embedding().spec().idsPerToken();
    String tokens = tokens(context, idsPerToken);
    String lengths = context.input(InputSource.LENGTHS);
    int tokensPerState = weights.encoder().tokensPerState();
    if (tokensPerState > 1) {
      tokens = padToMultiple(graph, tokens, tokensPerState, idsPerToken > 1);
    }
    String longLengths = cast(graph, lengths, DataType.INT64);
    String isToken = graph.node("Unsqueeze", before(graph, tokens, longLengths), graph.longs(2));
    String vectors = weights.embedding().export(context.scope(EMBEDDING), tokens);
    String masked = graph.node("Mul", vectors, cast(graph, isToken, DataType.FLOAT));
    EncodedStates states =
        weights
            .encoder()
            .export(context.scope(ENCODER), new TokenVectors(masked, longLengths, isToken));
    String isState = before(graph, states.values(), states.lengths());
    String mask =
        graph.node(
            "Unsqueeze",
            graph.node("Where", isState, graph.scalar(0), graph.scalar(MASKED)),
            graph.longs(1));
    LabelLogits scored =
        weights
            .head()
            .export(
                context.scope(HEAD),
                new HeadStates(states.values(), states.lengths(), mask, states.shares()));
    graph.output(
        PROBABILITIES,
        graph.node("Sigmoid", scored.logits()),
        DataType.FLOAT,
        "batch",
        context.choosesLabels() ? "scored" : "" + weights.head().labels());
    // separate dimension names: there are no attributions when all labels are scored
    scored
        .attributions()
        .ifPresent(
            attributions ->
                graph.output(
                    ATTRIBUTIONS, attributions, DataType.FLOAT, "batch_", "scored_", "tokens"));
    Optional<String> attributions = scored.attributions().map(name -> ATTRIBUTIONS);
    Map<String, String> entries = new TreeMap<>(metadata);
    entries.put(NetworkReader.LAYERS, NetworkReader.describe(weights));
    entries.put(OnnxScorerProvider.TOKENS_PER_STATE, "" + tokensPerState);
    return new NetworkGraph(
        model(graph, entries), context.signature(PROBABILITIES, attributions, tokensPerState));
  }

  private static ModelProto model(GraphBuilder graph, Map<String, String> metadata) {
    ModelProto.Builder model =
        ModelProto.newBuilder()
            .setIrVersion(IR_VERSION)
            .setProducerName("solr-lmtc")
            .addOpsetImport(OperatorSetIdProto.newBuilder().setDomain("").setVersion(OPSET))
            .setGraph(graph.build());
    metadata.forEach(
        (key, value) ->
            model.addMetadataProps(
                StringStringEntryProto.newBuilder().setKey(key).setValue(value)));
    return model.build();
  }

  private static String tokens(ExportContext context, int idsPerToken) {
    return idsPerToken == 1
        ? context.input(InputSource.TOKEN_IDS)
        : context.input(InputSource.TOKEN_IDS, "batch", "length", "" + idsPerToken);
  }

  private static String padToMultiple(
      GraphBuilder graph, String tokens, int group, boolean severalIds) {
    String length = graph.node("Gather", graph.node("Shape", tokens), graph.longs(1));
    String groupSize = graph.longs(group);
    String missing =
        graph.node(
            "Mod", graph.node("Sub", groupSize, graph.node("Mod", length, groupSize)), groupSize);
    List<String> pads =
        severalIds
            ? List.of(graph.longs(0, 0, 0, 0), missing, graph.longs(0))
            : List.of(graph.longs(0, 0, 0), missing);
    return graph.node(
        "Pad",
        tokens,
        graph.node("Concat", List.of(attribute("axis", 0)), pads.toArray(String[]::new)));
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

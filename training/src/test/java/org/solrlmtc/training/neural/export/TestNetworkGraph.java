package org.solrlmtc.training.neural.export;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import com.google.protobuf.ByteString;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.solrlmtc.training.neural.graph.Precision;
import org.solrlmtc.training.neural.layer.NetworkWeights;

/** Compares ONNX Runtime with the reference computation, for every encoder with every head. */
class TestNetworkGraph {
  private static final Map<String, NetworkWeights> NETWORKS = networksOfAllHeads();
  private static final int[][] TEXTS = texts(1, 2, 7, 8, 23);

  private static Map<String, NetworkWeights> networksOfAllHeads() {
    Map<String, NetworkWeights> networks = RandomNetworks.all();
    for (String encoder : new String[] {"cnn", "transformer"}) {
      networks.put(encoder + "-first-state", RandomNetworks.of(encoder, "first-state"));
    }
    return networks;
  }

  static Stream<String> networks() {
    return NETWORKS.keySet().stream();
  }

  static Stream<String> networksWithCandidates() {
    return RandomNetworks.all().keySet().stream();
  }

  @ParameterizedTest
  @MethodSource("networks")
  void theRuntimeAgreesWithTheWeights(String name) {
    NetworkWeights weights = NETWORKS.get(name);
    double difference = difference(weights, draw(weights, Precision.FP32));
    assertTrue(difference < 1e-4, name + " differs by " + difference);
  }

  @ParameterizedTest
  @MethodSource("networks")
  void int8StaysClose(String name) {
    NetworkWeights weights = NETWORKS.get(name);
    double difference = difference(weights, draw(weights, Precision.INT8));
    assertTrue(difference < 0.2 && difference > 0, name + " differs by " + difference);
  }

  @ParameterizedTest
  @MethodSource("networks")
  void scoresDoNotDependOnTheRestOfTheBatch(String name) {
    for (Precision precision : Precision.values()) {
      ModelProto model = draw(NETWORKS.get(name), precision);
      float[][] together = OnnxRuntime.run(model, TEXTS);
      for (int i = 0; i < TEXTS.length; i++) {
        assertArrayEquals(
            OnnxRuntime.run(model, TEXTS[i])[0], together[i], 1e-6f, name + precision);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("networksWithCandidates")
  void candidatesScoreAsAmongAllLabels(String name) {
    long[][] candidates = {{3, 0, 29}, {1, 2, 3}, {9, 9, 9}, {0, 1, 2}, {28, 27, 4}};
    for (Precision precision : Precision.values()) {
      ModelProto model = draw(NETWORKS.get(name), precision);
      float[][] all = OnnxRuntime.run(model, TEXTS);
      float[][] some = OnnxRuntime.run(model, TEXTS, candidates);
      for (int i = 0; i < TEXTS.length; i++) {
        for (int j = 0; j < candidates[i].length; j++) {
          assertEquals(all[i][(int) candidates[i][j]], some[i][j], 1e-6f, name + precision);
        }
      }
    }
  }

  @Test
  void theComparisonFindsGatesInTheWrongOrder() {
    assertWrong(
        graph -> {
          for (TensorProto.Builder tensor : graph.getInitializerBuilderList()) {
            if (tensor.getName().startsWith("encoder/gru_recurrent")) {
              tensor.setRawData(swapFirstGates(tensor.getRawData()));
            }
          }
          return graph;
        });
  }

  @Test
  void theComparisonFindsAResetBeforeTheProduct() {
    assertWrong(
        graph -> {
          for (AttributeProto.Builder attribute : gru(graph).getAttributeBuilderList()) {
            if (attribute.getName().equals("linear_before_reset")) {
              attribute.setI(0);
            }
          }
          return graph;
        });
  }

  @Test
  void theComparisonFindsMissingLengths() {
    assertWrong(
        graph -> {
          gru(graph).setInput(4, "");
          return graph;
        });
  }

  @ParameterizedTest
  @ValueSource(strings = {"cnn-pool2-lwan", "cnn-attention", "transformer-first-state"})
  void theComparisonFindsEffectsOfPadding(String name) {
    NetworkWeights weights = NETWORKS.get(name);
    double difference =
        difference(
            weights,
            changed(
                draw(weights, Precision.FP32),
                graph -> {
                  for (TensorProto.Builder tensor : graph.getInitializerBuilderList()) {
                    if (tensor.getDataType() == TensorProto.DataType.FLOAT.getNumber()
                        && tensor.getRawData().equals(floatBytes(-1e9f))) {
                      tensor.setRawData(floatBytes(0));
                    }
                  }
                  return graph;
                }));
    assertTrue(difference > 0.01, name + " differs by no more than " + difference);
  }

  @Test
  void theComparisonFindsAMissingResidual() {
    assertWrong(
        "transformer-first-state",
        0.1,
        graph -> {
          Map<String, NodeProto> nodes = new HashMap<>();
          graph.getNodeList().forEach(node -> nodes.put(node.getOutput(0), node));
          for (NodeProto.Builder node : graph.getNodeBuilderList()) {
            NodeProto sum = nodes.get(node.getInput(0));
            if (node.getOpType().equals("LayerNormalization")) {
              node.setInput(0, sum.getInput(0));
            }
          }
          return graph;
        });
  }

  @Test
  void theComparisonFindsAnotherActivation() {
    assertWrong(
        "transformer-first-state",
        1e-3,
        graph -> {
          for (NodeProto.Builder node : graph.getNodeBuilderList()) {
            if (node.getOpType().equals("Erf")) {
              node.setOpType("Tanh");
            }
          }
          return graph;
        });
  }

  @Test
  void theComparisonFindsAttentionOfOneHeadOnly() {
    // [batch, tokens, 3, heads, size] with one head: the constant of each attention
    assertWrong(
        "transformer-first-state",
        0.01,
        graph -> {
          for (TensorProto.Builder tensor : graph.getInitializerBuilderList()) {
            if (tensor.getRawData().equals(longBytes(0, 0, 3, 3, 4))) {
              tensor.setRawData(longBytes(0, 0, 3, 1, 12));
            }
          }
          return graph;
        });
  }

  private static ByteString longBytes(long... values) {
    ByteBuffer bytes =
        ByteBuffer.allocate(values.length * Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    bytes.asLongBuffer().put(values);
    return ByteString.copyFrom(bytes);
  }

  @Test
  void theFileHasItsProvenance() {
    ModelProto model =
        NetworkGraph.of(
                NETWORKS.get("cnn-lwan"), Precision.FP32, Map.of("recipe", "cnn", "data", "d"))
            .model();
    assertEquals("solr-lmtc", model.getProducerName());
    assertEquals(17, model.getOpsetImport(0).getVersion());
    assertEquals("data", model.getMetadataProps(0).getKey());
    assertEquals("layers", model.getMetadataProps(1).getKey());
    assertEquals("cnn", model.getMetadataProps(2).getValue());
  }

  private static void assertWrong(UnaryOperator<GraphProto.Builder> change) {
    assertWrong("bigru-lwan", 0.1, change);
  }

  private static void assertWrong(
      String name, double least, UnaryOperator<GraphProto.Builder> change) {
    NetworkWeights weights = NETWORKS.get(name);
    double difference = difference(weights, changed(draw(weights, Precision.FP32), change));
    assertTrue(difference > least, "differs by no more than " + difference);
  }

  private static ModelProto changed(ModelProto model, UnaryOperator<GraphProto.Builder> change) {
    return model.toBuilder().setGraph(change.apply(model.getGraph().toBuilder())).build();
  }

  private static NodeProto.Builder gru(GraphProto.Builder graph) {
    return graph.getNodeBuilderList().stream()
        .filter(node -> node.getOpType().equals("GRU"))
        .findFirst()
        .orElseThrow();
  }

  /** Undoes the reordering of one of the two directions. */
  private static ByteString swapFirstGates(ByteString raw) {
    int gate = raw.size() / 6;
    return raw.substring(gate, 2 * gate)
        .concat(raw.substring(0, gate))
        .concat(raw.substring(2 * gate));
  }

  private static ByteString floatBytes(float value) {
    return ByteString.copyFrom(
        ByteBuffer.allocate(Float.BYTES).order(ByteOrder.LITTLE_ENDIAN).putFloat(0, value));
  }

  private static ModelProto draw(NetworkWeights weights, Precision precision) {
    return NetworkGraph.of(weights, precision, Map.of()).model();
  }

  /** The largest difference between the runtime and the reference, over a batch of all texts. */
  private static double difference(NetworkWeights weights, ModelProto model) {
    float[][] found = OnnxRuntime.run(model, TEXTS);
    double largest = 0;
    for (int i = 0; i < TEXTS.length; i++) {
      double[] expected = References.probabilities(weights, TEXTS[i]);
      assertEquals(expected.length, found[i].length);
      for (int label = 0; label < expected.length; label++) {
        largest = Math.max(largest, Math.abs(expected[label] - found[i][label]));
      }
    }
    return largest;
  }

  private static int[][] texts(int... lengths) {
    Random random = new Random(3);
    int[][] texts = new int[lengths.length][];
    for (int i = 0; i < lengths.length; i++) {
      texts[i] = random.ints(lengths[i], 1, RandomNetworks.WORDS).toArray();
    }
    return texts;
  }
}

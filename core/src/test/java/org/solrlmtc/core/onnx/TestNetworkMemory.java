package org.solrlmtc.core.onnx;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.TensorProto.DataType;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.core.bundle.BundleException;
import org.solrlmtc.core.bundle.ModelBundle;
import org.solrlmtc.fixtures.OnnxGraphs;

/** Networks that would take gigabytes are refused before the runtime takes them. */
class TestNetworkMemory {
  private static final OnnxOptions CPU = new OnnxOptions(Device.parse("cpu"), 1, 8);

  @TempDir Path models;

  /** Adds a number to the sums, computed from a tensor of zeros: the scores stay the same. */
  private static void addMaximumOf(String zeros, GraphProto.Builder graph) {
    graph
        .addNode(
            graph.getNodeCount() - 1,
            OnnxGraphs.node("ReduceMax", "maximum", zeros)
                .addAttribute(OnnxGraphs.attribute("keepdims", 0)))
        .addNode(graph.getNodeCount() - 1, OnnxGraphs.node("Add", "more", "sums", "maximum"));
    graph.getNodeBuilder(graph.getNodeCount() - 1).setInput(0, "more");
  }

  private static void addNode(
      GraphProto.Builder graph, String operator, String output, String... inputs) {
    graph.addNode(graph.getNodeCount() - 1, OnnxGraphs.node(operator, output, inputs));
  }

  /** A tensor of zeros that depends on no input: the runtime computes it at opening. */
  private static void constant(ModelProto.Builder model, long... sizes) {
    GraphProto.Builder graph = model.getGraphBuilder();
    graph.addInitializer(OnnxGraphs.integers("sizes", sizes));
    addNode(graph, "ConstantOfShape", "zeros", "sizes");
    addMaximumOf("zeros", graph);
  }

  /** As many zeros per token: the runtime computes them at scoring. */
  private static void perToken(ModelProto.Builder model, long... sizes) {
    GraphProto.Builder graph = model.getGraphBuilder();
    graph.addInitializer(OnnxGraphs.integers("rest", sizes));
    addNode(graph, "Shape", "text", "tokens");
    graph.addNode(
        graph.getNodeCount() - 1,
        OnnxGraphs.node("Concat", "sizes", "text", "rest")
            .addAttribute(OnnxGraphs.attribute("axis", 0)));
    addNode(graph, "ConstantOfShape", "zeros", "sizes");
    addMaximumOf("zeros", graph);
  }

  private void assertOpens(Consumer<ModelProto.Builder> change, OnnxOptions options)
      throws IOException {
    ModelBundle bundle = TinyNetwork.write(models.resolve("network"), change);
    try (OnnxScorer scorer = new OnnxScorerProvider().open(bundle, options)) {
      assertEquals(
          TinyNetwork.probability(0, 1, 0),
          scorer.score(List.of(LegalAct.ofText("a", "milk"))).get(0).top(1).get(0).score(),
          1e-6);
    }
  }

  private void assertRefused(String message, Consumer<ModelProto.Builder> change)
      throws IOException {
    ModelBundle bundle = TinyNetwork.write(models.resolve("network"), change);
    BundleException e =
        assertThrows(
            BundleException.class, () -> new OnnxScorerProvider().open(bundle, CPU).close());
    assertTrue(e.getMessage().contains("network/model.onnx " + message), e.getMessage());
    assertTrue(e.getMessage().contains("lmtc.onnx.maxMegabytes"), e.getMessage());
  }

  @Test
  void smallTensorsAreComputed() throws Exception {
    assertOpens(model -> constant(model, 16, 16), CPU);
    assertOpens(model -> perToken(model, 16, 16), CPU);
    assertOpens(model -> branch(model, 16), CPU);
  }

  @Test
  void memoryTakenAtOpeningIsLimited() throws Exception {
    assertRefused("takes 4096 MB of memory", model -> constant(model, 1024, 1024, 1024));
    assertRefused("takes ", model -> constant(model, 1L << 40, 1L << 40));
  }

  @Test
  void memoryTakenAtScoringIsLimited() throws Exception {
    // 50 tokens at most, of 27 MB each
    assertOpens(model -> perToken(model, 1000, 1000), CPU);
    assertRefused(
        "takes 2574 MB of memory for a batch of 1 texts with 50 tokens",
        model -> perToken(model, 13_500, 1000));
  }

  @Test
  void everyWayToMakeLargeTensorsIsLimited() throws Exception {
    for (String operator : List.of("Expand", "Tile")) {
      assertRefused(
          "takes ",
          model -> {
            GraphProto.Builder graph = model.getGraphBuilder();
            graph.addInitializer(OnnxGraphs.floats("zero", 0).addDims(1).addDims(1));
            graph.addInitializer(OnnxGraphs.integers("sizes", 1 << 16, 1 << 16));
            addNode(graph, operator, "zeros", "zero", "sizes");
            addMaximumOf("zeros", graph);
          });
    }
    for (String operator : List.of("MatMul", "Add")) {
      assertRefused(
          "takes ",
          model -> {
            GraphProto.Builder graph = model.getGraphBuilder();
            float[] numbers = new float[1 << 15];
            graph.addInitializer(OnnxGraphs.floats("column", numbers).addDims(1 << 15).addDims(1));
            graph.addInitializer(OnnxGraphs.floats("row", numbers).addDims(1).addDims(1 << 15));
            addNode(graph, operator, "zeros", "column", "row");
            addMaximumOf("zeros", graph);
          });
    }
  }

  /** A branch that makes zeros per token. */
  private static void branch(ModelProto.Builder model, long size) {
    GraphProto.Builder graph = model.getGraphBuilder();
    addNode(graph, "Shape", "text", "tokens");
    graph.addInitializer(OnnxGraphs.integers("rest", size, size));
    graph.addInitializer(OnnxGraphs.integers("none", 0));
    graph.addInitializer(OnnxGraphs.integers("one", 1));
    addNode(graph, "Gather", "length", "text", "one");
    addNode(graph, "Greater", "isLong", "length", "none");
    GraphProto large =
        GraphProto.newBuilder()
            .setName("large")
            .addNode(
                OnnxGraphs.node("Concat", "sizes", "text", "rest")
                    .addAttribute(OnnxGraphs.attribute("axis", 0)))
            .addNode(OnnxGraphs.node("ConstantOfShape", "inner", "sizes"))
            .addNode(
                OnnxGraphs.node("ReduceMax", "result", "inner")
                    .addAttribute(OnnxGraphs.attribute("keepdims", 0)))
            .addOutput(OnnxGraphs.value("result", DataType.FLOAT))
            .build();
    GraphProto small =
        GraphProto.newBuilder()
            .setName("small")
            .addInitializer(OnnxGraphs.floats("zero", 0))
            .addNode(OnnxGraphs.node("Identity", "other", "zero"))
            .addOutput(OnnxGraphs.value("other", DataType.FLOAT))
            .build();
    graph.addNode(
        graph.getNodeCount() - 1,
        OnnxGraphs.node("If", "chosen", "isLong")
            .addAttribute(attribute("then_branch", large))
            .addAttribute(attribute("else_branch", small)));
    addMaximumOf("chosen", graph);
  }

  private static AttributeProto attribute(String name, GraphProto graph) {
    return AttributeProto.newBuilder()
        .setName(name)
        .setType(AttributeProto.AttributeType.GRAPH)
        .setG(graph)
        .build();
  }

  @Test
  void memoryTakenInABranchIsLimited() throws Exception {
    assertRefused("takes ", model -> branch(model, 1 << 12));
  }

  /** The id of a token decides how much. */
  private static void perTokenId(ModelProto.Builder model) {
    GraphProto.Builder graph = model.getGraphBuilder();
    graph.addNode(
        graph.getNodeCount() - 1,
        OnnxGraphs.node("ReduceMax", "largest", "tokens")
            .addAttribute(OnnxGraphs.attribute("keepdims", 0)));
    graph.addInitializer(OnnxGraphs.integers("one", 1));
    addNode(graph, "Reshape", "sizes", "largest", "one");
    addNode(graph, "ConstantOfShape", "zeros", "sizes");
    addMaximumOf("zeros", graph);
  }

  @Test
  void memoryThatIsNotKnownBeforeIsRefusedUnlessThereIsNoLimit() throws Exception {
    assertRefused(
        "takes an amount of memory that is not known before it runs: the size of 'zeros' (operator"
            + " ConstantOfShape)",
        TestNetworkMemory::perTokenId);
    assertOpens(
        TestNetworkMemory::perTokenId,
        new OnnxOptions(Device.parse("cpu"), 1, 8, Arena.KEEP, 0, 0, 60));
  }
}

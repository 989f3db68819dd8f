package org.solrlmtc.core.onnx;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import ai.onnx.proto.OnnxMl.TensorProto.DataType;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.core.bundle.BundleException;
import org.solrlmtc.core.bundle.ModelBundle;
import org.solrlmtc.core.score.LabelScorer;
import org.solrlmtc.core.score.LabelScores;
import org.solrlmtc.core.score.LabelSet;
import org.solrlmtc.core.serve.BatchingScorer;
import org.solrlmtc.core.serve.QueueSettings;
import org.solrlmtc.core.serve.Requester;
import org.solrlmtc.core.serve.ScoringTimeoutException;
import org.solrlmtc.core.serve.ServingListener;
import org.solrlmtc.fixtures.Latches;
import org.solrlmtc.fixtures.OnnxGraphs;

/** Networks that take much longer than anybody wants to wait are stopped inside the runtime. */
@Timeout(600)
class TestRunawayNetworks {
  private static final OnnxOptions CPU = new OnnxOptions(Device.parse("cpu"), 1, 8);
  private static final int MULTIPLICATIONS = 3000;

  @TempDir Path models;

  /**
   * Multiplies square matrices by themselves, thousands of times; the more words, the larger they
   * are. With 50 words it would take an hour.
   */
  private static void multiplyMatrices(ModelProto.Builder model, int sizePerWord) {
    GraphProto.Builder graph = model.getGraphBuilder();
    graph.addInitializer(whole("second", 1));
    graph.addInitializer(whole("size_per_word", sizePerWord));
    graph.addInitializer(whole("nothing", 0));
    graph.addNode(OnnxGraphs.node("Shape", "text_shape", "tokens"));
    graph.addNode(OnnxGraphs.node("Gather", "words", "text_shape", "second"));
    graph.addNode(OnnxGraphs.node("Mul", "size", "words", "size_per_word"));
    graph.addNode(
        OnnxGraphs.node("Concat", "sizes", "size", "size")
            .addAttribute(
                AttributeProto.newBuilder()
                    .setName("axis")
                    .setType(AttributeProto.AttributeType.INT)
                    .setI(0)));
    graph.addNode(OnnxGraphs.node("ConstantOfShape", "matrix0", "sizes"));
    for (int i = 1; i <= MULTIPLICATIONS; i++) {
      graph.addNode(
          OnnxGraphs.node("MatMul", "matrix" + i, "matrix" + (i - 1), "matrix" + (i - 1)));
    }
    graph.addNode(OnnxGraphs.node("Shape", "last_shape", "matrix" + MULTIPLICATIONS));
    graph.addNode(OnnxGraphs.node("Gather", "last_size", "last_shape", "second"));
    graph.addNode(OnnxGraphs.node("Mul", "zero", "last_size", "nothing"));
    graph.addNode(
        OnnxGraphs.node("Cast", "zero_float", "zero")
            .addAttribute(
                AttributeProto.newBuilder()
                    .setName("to")
                    .setType(AttributeProto.AttributeType.INT)
                    .setI(DataType.FLOAT.getNumber())));
    graph.addNode(OnnxGraphs.node("Add", "probabilities", "plain", "zero_float"));
    graph.getNodeBuilder(2).setOutput(0, "plain");
  }

  private static TensorProto whole(String name, long value) {
    return TensorProto.newBuilder()
        .setName(name)
        .setDataType(DataType.INT64.getNumber())
        .addDims(1)
        .addInt64Data(value)
        .build();
  }

  private static LegalAct words(int number) {
    return LegalAct.ofText("a", "milk ".repeat(number));
  }

  @Test
  void anAbandonedRunIsStopped() throws Exception {
    ModelBundle bundle =
        TinyNetwork.write(models.resolve("slow"), model -> multiplyMatrices(model, 40));
    try (BatchingScorer scorer =
        new BatchingScorer(
            "slow",
            new OnnxScorerProvider().open(bundle, CPU),
            new QueueSettings(9, 9, 0, 0, 50),
            () -> 1,
            new ServingListener() {})) {
      Duration patience = Duration.ofMinutes(5);
      assertEquals(
          TinyNetwork.probability(0, 1, 0),
          scorer.score(Requester.INDEXING, words(1), patience).top(1).get(0).score(),
          1e-6);
      assertThrows(
          ScoringTimeoutException.class,
          () -> scorer.score(Requester.INDEXING, words(50), Duration.ofSeconds(2)));
      await("end of the computation")
          .atMost(Duration.ofMinutes(2))
          .until(() -> scorer.stuckThreads() == 0);
      assertEquals(1, scorer.score(Requester.INDEXING, words(1), patience).top(1).size());
    }
  }

  @Test
  void aNetworkThatTakesForeverOnOneWordIsNotOpened() throws Exception {
    assertNotOpenedInTime(
        TinyNetwork.write(models.resolve("forever"), model -> multiplyMatrices(model, 2000)));
  }

  /** The runtime computes these when it opens the network, and cannot be stopped meanwhile. */
  @Test
  void aNetworkThatTakesLongToOpenIsNotOpened() throws Exception {
    assertNotOpenedInTime(
        TinyNetwork.write(models.resolve("constants"), TestRunawayNetworks::multiplyConstants));
  }

  /** Large enough for several seconds, and not for a test that never ends. */
  private static void multiplyConstants(ModelProto.Builder model) {
    GraphProto.Builder graph = model.getGraphBuilder();
    graph.addInitializer(
        TensorProto.newBuilder()
            .setName("sizes")
            .setDataType(DataType.INT64.getNumber())
            .addDims(2)
            .addInt64Data(2000)
            .addInt64Data(2000));
    graph.addNode(OnnxGraphs.node("ConstantOfShape", "constant0", "sizes"));
    int multiplications = 30;
    for (int i = 1; i <= multiplications; i++) {
      graph.addNode(
          OnnxGraphs.node("MatMul", "constant" + i, "constant" + (i - 1), "constant" + (i - 1)));
    }
    graph.addNode(
        OnnxGraphs.node("ReduceMax", "zero", "constant" + multiplications)
            .addAttribute(
                AttributeProto.newBuilder()
                    .setName("keepdims")
                    .setType(AttributeProto.AttributeType.INT)
                    .setI(0)));
    graph.addNode(OnnxGraphs.node("Add", "probabilities", "plain", "zero"));
    graph.getNodeBuilder(2).setOutput(0, "plain");
  }

  private static void assertNotOpenedInTime(ModelBundle bundle) {
    OnnxOptions oneSecond = new OnnxOptions(Device.parse("cpu"), 1, 8, Arena.KEEP, 0, 0, 1);
    BundleException e =
        assertThrows(
            BundleException.class, () -> new OnnxScorerProvider().open(bundle, oneSecond).close());
    assertTrue(
        e.getMessage().contains("model.onnx was not ready to score within 1 s"), e::getMessage);
    assertTrue(e.getMessage().contains("lmtc.onnx.openTimeoutSeconds"), e::getMessage);
    await("end of the opening").atMost(Duration.ofMinutes(9)).until(() -> !isOpening());
  }

  private static boolean isOpening() {
    return Thread.getAllStackTraces().keySet().stream()
        .anyMatch(thread -> thread.getName().equals("lmtc-opening"));
  }

  @Test
  void whatGetsReadyTooLateIsClosed() throws Exception {
    CountDownLatch tooLate = new CountDownLatch(1);
    CountDownLatch closed = new CountDownLatch(1);
    LabelScorer late =
        new LabelScorer() {
          @Override
          public LabelSet labels() {
            throw new IllegalStateException("cancelled");
          }

          @Override
          public List<LabelScores> score(List<LegalAct> acts) {
            throw new IllegalStateException("cancelled");
          }

          @Override
          public void close() {
            closed.countDown();
          }
        };
    assertThrows(
        BundleException.class,
        () ->
            TimedOpening.within(
                1,
                models,
                () -> {
                  Latches.awaitUninterruptibly(tooLate);
                  return late;
                }));
    assertEquals(1, closed.getCount());
    tooLate.countDown();
    assertTrue(closed.await(1, TimeUnit.MINUTES));
  }

  @Test
  void scansWithinScansAreNotEvenTried() throws IOException {
    ModelBundle bundle =
        TinyNetwork.write(
            models.resolve("scan"),
            model ->
                model
                    .getGraphBuilder()
                    .addNode(
                        OnnxGraphs.node("Scan", "y", "tokens")
                            .addAttribute(
                                AttributeProto.newBuilder()
                                    .setName("body")
                                    .setType(AttributeProto.AttributeType.GRAPH)
                                    .setG(
                                        GraphProto.newBuilder()
                                            .setName("body")
                                            .addNode(OnnxGraphs.node("Scan", "z", "x"))))));
    BundleException e =
        assertThrows(
            BundleException.class, () -> new OnnxScorerProvider().open(bundle, CPU).close());
    assertTrue(
        e.getMessage().contains("uses the operator Scan within another one"), e.getMessage());
  }

  /** An empty sequence of a trillion steps takes no memory. */
  @Test
  void aScanOfEndlessStepsIsNotOpened() throws IOException {
    GraphProto body =
        GraphProto.newBuilder()
            .setName("body")
            .addInput(OnnxGraphs.value("state", DataType.FLOAT, 1))
            .addInput(OnnxGraphs.value("step", DataType.FLOAT, 0))
            .addNode(OnnxGraphs.node("Identity", "next", "state"))
            .addOutput(OnnxGraphs.value("next", DataType.FLOAT, 1))
            .build();
    ModelBundle bundle =
        TinyNetwork.write(
            models.resolve("endless"),
            model ->
                model
                    .getGraphBuilder()
                    .addInitializer(
                        TensorProto.newBuilder()
                            .setName("endless")
                            .setDataType(DataType.INT64.getNumber())
                            .addDims(2)
                            .addInt64Data(1_000_000_000_000L)
                            .addInt64Data(0))
                    .addInitializer(
                        TensorProto.newBuilder()
                            .setName("first")
                            .setDataType(DataType.FLOAT.getNumber())
                            .addDims(1)
                            .addFloatData(0))
                    .addNode(OnnxGraphs.node("ConstantOfShape", "sequence", "endless"))
                    .addNode(
                        OnnxGraphs.node("Scan", "last", "first", "sequence")
                            .addAttribute(
                                AttributeProto.newBuilder()
                                    .setName("num_scan_inputs")
                                    .setType(AttributeProto.AttributeType.INT)
                                    .setI(1))
                            .addAttribute(
                                AttributeProto.newBuilder()
                                    .setName("body")
                                    .setType(AttributeProto.AttributeType.GRAPH)
                                    .setG(body))));
    BundleException e =
        assertThrows(
            BundleException.class, () -> new OnnxScorerProvider().open(bundle, CPU).close());
    assertTrue(e.getMessage().contains("not known before it runs"), e.getMessage());
  }

  @Test
  void loopsAreNotEvenTried() throws IOException {
    for (String operator : List.of("Loop", "SequenceMap")) {
      ModelBundle bundle =
          TinyNetwork.write(
              models.resolve("loop"),
              model -> model.getGraphBuilder().addNode(OnnxGraphs.node(operator, "y", "tokens")));
      BundleException e =
          assertThrows(
              BundleException.class, () -> new OnnxScorerProvider().open(bundle, CPU).close());
      assertTrue(
          e.getMessage().contains("uses the operator " + operator + ", which may never end"),
          e.getMessage());
    }
  }
}

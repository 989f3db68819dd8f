package org.solrlmtc.core.onnx;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.FunctionProto;
import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.OperatorSetIdProto;
import ai.onnx.proto.OnnxMl.SparseTensorProto;
import ai.onnx.proto.OnnxMl.StringStringEntryProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import ai.onnx.proto.OnnxMl.TensorProto.DataType;
import ai.onnx.proto.OnnxMl.TrainingInfoProto;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import com.google.protobuf.ByteString;
import com.google.protobuf.UnknownFieldSet;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.solrlmtc.core.bundle.BundleException;
import org.solrlmtc.core.bundle.ModelBundle;
import org.solrlmtc.fixtures.OnnxGraphs;

/** Bundles whose digests are right and whose networks must not be run all the same. */
class TestHostileNetworks {
  private static final OnnxOptions CPU = new OnnxOptions(Device.parse("cpu"), 1, 8);

  private static final String NOT_WHOLE =
      "model.onnx is not a whole ONNX file: it is damaged; copy the bundle again";

  @TempDir Path models;

  @Test
  void operatorsOfOtherDomainsAreRefused() throws IOException {
    refused(
        "model.onnx uses operators of the domain 'evil.ops'",
        model -> model.getGraphBuilder().getNodeBuilder(2).setDomain("evil.ops"));
    refused(
        "model.onnx uses operators of the domain 'com.microsoft'",
        model ->
            model.addOpsetImport(
                OperatorSetIdProto.newBuilder().setDomain("com.microsoft").setVersion(1)));
  }

  @Test
  void operatorsOfOtherDomainsInABranchAreRefused() throws IOException {
    GraphProto branch =
        GraphProto.newBuilder()
            .setName("branch")
            .addNode(OnnxGraphs.node("Run", "y", "x").setDomain("evil.ops"))
            .build();
    refused(
        "uses operators of the domain 'evil.ops'",
        model ->
            model
                .getGraphBuilder()
                .getNodeBuilder(0)
                .addAttribute(
                    AttributeProto.newBuilder()
                        .setName("then_branch")
                        .setType(AttributeProto.AttributeType.GRAPH)
                        .setG(branch)));
  }

  @Test
  void graphsNestedWithoutEndAreRefused() throws IOException {
    GraphProto inner = GraphProto.newBuilder().setName("inner").build();
    for (int depth = 0; depth < 40; depth++) {
      inner =
          GraphProto.newBuilder()
              .addNode(
                  OnnxGraphs.node("If", "y", "x")
                      .addAttribute(AttributeProto.newBuilder().setName("then").setG(inner)))
              .build();
    }
    GraphProto deep = inner;
    refused("nests graphs deeper than", model -> model.setGraph(deep));
  }

  @Test
  void externalTensorDataIsRefused() throws IOException {
    for (String location : List.of("../../etc/passwd", "weights.bin")) {
      refused(
          "has external tensor data (location = " + location + ")",
          model ->
              model
                  .getGraphBuilder()
                  .getInitializerBuilder(0)
                  .setDataLocation(TensorProto.DataLocation.EXTERNAL)
                  .addExternalData(
                      StringStringEntryProto.newBuilder().setKey("location").setValue(location)));
    }
  }

  @Test
  void externalTensorDataInAnAttributeIsRefused() throws IOException {
    refused(
        "has external tensor data",
        model ->
            model
                .getGraphBuilder()
                .getNodeBuilder(0)
                .addAttribute(
                    AttributeProto.newBuilder()
                        .setName("value")
                        .setT(
                            TensorProto.newBuilder()
                                .addExternalData(
                                    StringStringEntryProto.newBuilder()
                                        .setKey("location")
                                        .setValue("/dev/mem")))));
  }

  @Test
  void externalTensorDataInListsOfTensorsAndGraphsIsRefused() throws IOException {
    refused(
        "has external tensor data (location = /dev/mem)",
        model -> addAttribute(model, AttributeProto.newBuilder().addTensors(outside())));
    refused(
        "has external tensor data (location = /dev/mem)",
        model ->
            addAttribute(
                model,
                AttributeProto.newBuilder()
                    .addGraphs(GraphProto.newBuilder().addInitializer(outside()))));
  }

  @Test
  void externalTensorDataInABranchIsRefused() throws IOException {
    GraphProto branch = GraphProto.newBuilder().setName("b").addInitializer(outside()).build();
    for (String side : List.of("then_branch", "else_branch")) {
      refused(
          "has external tensor data (location = /dev/mem)",
          model ->
              model
                  .getGraphBuilder()
                  .addNode(
                      OnnxGraphs.node("If", "y", "x")
                          .addAttribute(AttributeProto.newBuilder().setName(side).setG(branch))));
    }
  }

  /** The key of external data, 13, with a bit beyond the 32 that the runtime keeps. */
  @Test
  void externalTensorDataBehindAKeyThatIsTooLongIsRefused() throws IOException {
    ByteString entry =
        StringStringEntryProto.newBuilder()
            .setKey("location")
            .setValue("/dev/mem")
            .build()
            .toByteString();
    assertNotWhole(
        ByteString.copyFrom(new byte[] {(byte) 0xEA, (byte) 0x80, (byte) 0x80, (byte) 0x80, 0x10})
            .concat(ByteString.copyFrom(new byte[] {(byte) entry.size()}))
            .concat(entry));
  }

  @Test
  void aFieldWithoutANumberIsRefused() throws IOException {
    assertNotWhole(ByteString.copyFrom(new byte[] {2, 1, 'x'}));
  }

  /** A tiny network whose first tensor has a field more. */
  private void assertNotWhole(ByteString fieldOfTensor) throws IOException {
    GraphProto graph = TinyNetwork.model().getGraph();
    ByteString tensor = graph.getInitializer(0).toByteString().concat(fieldOfTensor);
    ByteString changed =
        graph.toBuilder()
            .removeInitializer(0)
            .build()
            .toByteString()
            .concat(block(GraphProto.INITIALIZER_FIELD_NUMBER, tensor));
    ByteString model =
        TinyNetwork.model().toBuilder()
            .clearGraph()
            .build()
            .toByteString()
            .concat(block(ModelProto.GRAPH_FIELD_NUMBER, changed));
    assertRefused(
        NOT_WHOLE,
        TinyNetwork.write(
            models.resolve("key"), model.toByteArray(), TinyNetwork.CONCEPTS, TinyNetwork.WORDS));
  }

  /** A field of a message as bytes, with what protocol buffers cannot be made to hold. */
  private static ByteString block(int field, ByteString content) {
    return UnknownFieldSet.newBuilder()
        .addField(field, UnknownFieldSet.Field.newBuilder().addLengthDelimited(content).build())
        .build()
        .toByteString();
  }

  @Test
  void sparseTensorsAreRefused() throws IOException {
    SparseTensorProto sparse =
        SparseTensorProto.newBuilder()
            .addDims(1L << 40)
            .setValues(TensorProto.newBuilder())
            .build();
    refused("holds sparse tensors", model -> model.getGraphBuilder().addSparseInitializer(sparse));
    refused(
        "holds sparse tensors",
        model -> addAttribute(model, AttributeProto.newBuilder().setSparseTensor(sparse)));
    refused(
        "holds sparse tensors",
        model -> addAttribute(model, AttributeProto.newBuilder().addSparseTensors(sparse)));
  }

  private static void addAttribute(ModelProto.Builder model, AttributeProto.Builder attribute) {
    model.getGraphBuilder().getNodeBuilder(0).addAttribute(attribute.setName("value"));
  }

  private static TensorProto outside() {
    return TensorProto.newBuilder()
        .setName("outside")
        .addExternalData(
            StringStringEntryProto.newBuilder().setKey("location").setValue("/dev/mem"))
        .build();
  }

  /** Its first field is a text that ONNX Runtime takes for the mark of its own format. */
  private static byte[] polyglot() {
    return ByteString.copyFromUtf8("\u0012\u0006  ORTM")
        .concat(TinyNetwork.model().toByteString())
        .toByteArray();
  }

  @Test
  void filesOfTwoFormatsAreRefused() throws IOException {
    assertRefused(
        "model.onnx is in ONNX Runtime's own format (ORTM)",
        TinyNetwork.write(
            models.resolve("two"), polyglot(), TinyNetwork.CONCEPTS, TinyNetwork.WORDS));
  }

  /** If such a file ever passes, the runtime reads what was checked. */
  @Test
  void theRuntimeReadsOnnxOnly() throws OrtException {
    byte[] model = polyglot();
    ByteBuffer content = ByteBuffer.allocateDirect(model.length).put(model).flip();
    OnnxRuntime.Opened opened = OnnxRuntime.open(models.resolve("two"), content, CPU);
    try (OrtSession session = opened.session()) {
      assertEquals(2, session.getNumInputs());
      assertEquals("cpu", opened.device());
    }
  }

  @Test
  void functionsAndTrainingProceduresAreRefused() throws IOException {
    refused(
        "defines functions of its own",
        model -> model.addFunctions(FunctionProto.newBuilder().setName("f")));
    refused(
        "holds a training procedure",
        model -> model.addTrainingInfo(TrainingInfoProto.newBuilder()));
  }

  @Test
  void otherInputsAndOutputsAreRefused() throws IOException {
    refused(
        "has the inputs [tokens, sizes]",
        model -> model.getGraphBuilder().getInputBuilder(1).setName("sizes"));
    refused(
        "has for 'lengths'",
        model ->
            model.getGraphBuilder().setInput(1, OnnxGraphs.value("lengths", DataType.INT64, -1)));
    refused(
        "has for 'tokens'",
        model ->
            model.getGraphBuilder().setInput(0, OnnxGraphs.value("tokens", DataType.INT64, -1, 7)));
    refused(
        "has the outputs [scores]",
        model -> {
          model.getGraphBuilder().getNodeBuilder(2).setOutput(0, "scores");
          model.getGraphBuilder().getOutputBuilder(0).setName("scores");
        });
  }

  @Test
  void anotherNumberOfProbabilitiesIsRefused() throws IOException {
    refused(
        "has for 'probabilities'",
        model -> {
          model.getGraphBuilder().getInitializerBuilder(0).setDims(0, 6).setDims(1, 2);
          model
              .getGraphBuilder()
              .setOutput(0, OnnxGraphs.value("probabilities", DataType.FLOAT, -1, 2));
        });
  }

  @Test
  void aNetworkWhoseProbabilitiesAreNoneIsRefused() throws IOException {
    refused(
        "fails on a one-word text: the network hostile/model.onnx gave NaN as a probability",
        model -> model.getGraphBuilder().getInitializerBuilder(0).setFloatData(9, Float.NaN));
  }

  @Test
  void aVocabularyLargerThanTheEmbeddingIsRefused() throws IOException {
    assertRefused(
        "fails on a one-word text",
        TinyNetwork.write(
            models.resolve("words"),
            TinyNetwork.model().toByteArray(),
            TinyNetwork.CONCEPTS,
            List.of("milk", "ship", "port")));
  }

  @Test
  void otherLabelsAreRefused() throws IOException {
    byte[] model = TinyNetwork.model().toByteArray();
    assertRefused(
        "outputs.txt:3: the concept 'c9' is no label of",
        TinyNetwork.write(
            models.resolve("nine"), model, List.of("c3", "c2", "c9"), TinyNetwork.WORDS));
    assertRefused(
        "the concept 'c3' appears twice",
        TinyNetwork.write(
            models.resolve("twice"), model, List.of("c3", "c2", "c3"), TinyNetwork.WORDS));
    assertRefused(
        "was not made for the concepts of",
        TinyNetwork.write(
            models.resolve("order"), model, List.of("c0", "c2", "c3"), TinyNetwork.WORDS));
  }

  @Test
  void truncatedFilesAreRefused() throws IOException {
    byte[] model = TinyNetwork.model().toByteArray();
    for (int length : new int[] {1, 5, model.length / 2, model.length - 1}) {
      assertRefused(NOT_WHOLE, cut(model, length));
    }
    assertRefused("model.onnx holds no graph: such a model is not run", cut(model, 0));
  }

  private ModelBundle cut(byte[] model, int length) throws IOException {
    return TinyNetwork.write(
        models.resolve("cut" + length),
        Arrays.copyOf(model, length),
        TinyNetwork.CONCEPTS,
        TinyNetwork.WORDS);
  }

  @Test
  void filesThatAreNoNetworkAtAllAreRefused() throws IOException {
    byte[] noise = new byte[2000];
    new Random(1).nextBytes(noise);
    assertRefused(
        NOT_WHOLE,
        TinyNetwork.write(models.resolve("noise"), noise, TinyNetwork.CONCEPTS, TinyNetwork.WORDS));
  }

  private void refused(String message, Consumer<ModelProto.Builder> change) throws IOException {
    assertRefused(message, TinyNetwork.write(models.resolve("hostile"), change));
  }

  private static void assertRefused(String message, ModelBundle bundle) {
    BundleException e =
        assertThrows(
            BundleException.class, () -> new OnnxScorerProvider().open(bundle, CPU).close());
    assertTrue(e.getMessage().contains(message), e.getMessage());
  }
}

package org.solrlmtc.core.onnx;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import ai.onnx.proto.OnnxMl.TensorProto.DataType;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.core.bundle.BundleException;
import org.solrlmtc.core.bundle.ModelBundle;
import org.solrlmtc.core.onnx.NetworkSignature.ElementType;
import org.solrlmtc.core.onnx.NetworkSignature.Input;
import org.solrlmtc.core.score.LabelScores;
import org.solrlmtc.core.score.ScoredLabel;
import org.solrlmtc.fixtures.OnnxGraphs;

/**
 * A network that reads label vectors from outside, a mask and the lengths of sections. An act's
 * features are a tenth of the sum of its ids and a tenth of the sum of its squared section lengths;
 * the log-odds of a label are the product with its vector.
 */
class TestLabelVectors {
  private static final OnnxOptions CPU = new OnnxOptions(Device.parse("cpu"), 1, 8);
  private static final float[][] VECTORS = {{1, -0.5f}, {-1, 0.25f}, {0, 1}};

  private static final NetworkSignature SIGNATURE =
      new NetworkSignature(
          List.of(
              new Input(
                  "ids", ElementType.INT32, List.of("batch", "tokens"), InputSource.TOKEN_IDS),
              new Input("mask", ElementType.FLOAT, List.of("batch", "tokens"), InputSource.MASK),
              new Input(
                  "sections",
                  ElementType.INT64,
                  List.of("batch", "sections"),
                  InputSource.SECTION_LENGTHS),
              new Input(
                  "vectors", ElementType.FLOAT, List.of("labels", "2"), InputSource.LABEL_VECTORS)),
          "scores",
          Optional.empty(),
          1);

  @TempDir Path models;

  private static NodeProto.Builder with(NodeProto.Builder node, String name, long value) {
    return node.addAttribute(
        AttributeProto.newBuilder()
            .setName(name)
            .setType(AttributeProto.AttributeType.INT)
            .setI(value));
  }

  private static ModelProto network() {
    GraphProto graph =
        GraphProto.newBuilder()
            .setName("zero")
            .addInput(OnnxGraphs.value("ids", DataType.INT32, -1, -1))
            .addInput(OnnxGraphs.value("mask", DataType.FLOAT, -1, -1))
            .addInput(OnnxGraphs.value("sections", DataType.INT64, -1, -1))
            .addInput(OnnxGraphs.value("vectors", DataType.FLOAT, -1, 2))
            .addInitializer(
                TensorProto.newBuilder()
                    .setName("axis")
                    .setDataType(DataType.INT64.getNumber())
                    .addDims(1)
                    .addInt64Data(1))
            .addInitializer(
                TensorProto.newBuilder()
                    .setName("tenth")
                    .setDataType(DataType.FLOAT.getNumber())
                    .addDims(1)
                    .addFloatData(0.1f))
            .addNode(
                with(OnnxGraphs.node("Cast", "ids_f", "ids"), "to", DataType.FLOAT.getNumber()))
            // padded ids are 0 already: half an id more shows that the mask is right
            .addNode(OnnxGraphs.node("Add", "more", "ids_f", "tenth"))
            .addNode(OnnxGraphs.node("Mul", "masked", "more", "mask"))
            .addNode(OnnxGraphs.node("ReduceSum", "words", "masked", "axis"))
            .addNode(
                with(
                    OnnxGraphs.node("Cast", "sections_f", "sections"),
                    "to",
                    DataType.FLOAT.getNumber()))
            .addNode(OnnxGraphs.node("Mul", "squares", "sections_f", "sections_f"))
            .addNode(OnnxGraphs.node("ReduceSum", "lengths", "squares", "axis"))
            .addNode(with(OnnxGraphs.node("Concat", "both", "words", "lengths"), "axis", 1))
            .addNode(OnnxGraphs.node("Mul", "features", "both", "tenth"))
            .addNode(OnnxGraphs.node("Transpose", "columns", "vectors"))
            .addNode(OnnxGraphs.node("MatMul", "logits", "features", "columns"))
            .addNode(OnnxGraphs.node("Sigmoid", "scores", "logits"))
            .addOutput(OnnxGraphs.value("scores", DataType.FLOAT, -1, -1))
            .build();
    return TinyNetwork.model().toBuilder().setGraph(graph).build();
  }

  private ModelBundle write(String name, float[][] vectors) throws IOException {
    Path file = Files.createDirectories(models.resolve("files")).resolve(name);
    LabelVectors.write(vectors, file);
    return writeBytes(name, Files.readAllBytes(file));
  }

  private ModelBundle writeBytes(String name, byte[] vectors) throws IOException {
    return TinyNetwork.write(
        models.resolve(name),
        network().toByteArray(),
        OnnxScorerProvider.settings(TinyNetwork.tokenizer(TinyNetwork.WORDS), SIGNATURE),
        file -> Files.write(file.apply(LabelVectors.FILE), vectors));
  }

  private static float expected(int column, double ids, double squares) {
    double logOdds = 0.1 * ids * VECTORS[column][0] + 0.1 * squares * VECTORS[column][1];
    return (float) (1 / (1 + Math.exp(-logOdds)));
  }

  @Test
  void theNetworkIsFedWithAllThree() throws IOException {
    // milk is 2, ship is 3, every other word 1; a tenth more for each word
    LegalAct act =
        new LegalAct("a", "", "", "milk ship", ".", List.of("ship", ".", "ship milk here"), "milk");
    LegalAct shorter = LegalAct.ofText("b", "ship milk ship milk ship milk");
    LegalAct nothing = LegalAct.ofText("c", "...");
    try (OnnxScorer scorer = new OnnxScorerProvider().open(write("zero", VECTORS), CPU)) {
      assertFalse(scorer.explains());
      List<LabelScores> scores = scorer.score(List.of(act, nothing, shorter));
      assertScores(scores.get(0), 5 + 3 + 6 + 2 + 0.7, 4 + 1 + 9 + 1);
      assertEquals(List.of(), scores.get(1).top(9));
      assertScores(scores.get(2), 15 + 0.6, 36);
    }
  }

  private static void assertScores(LabelScores scores, double ids, double squares) {
    float[] found = new float[4];
    scores.forEach((label, score) -> found[label] = score);
    // the columns are those of c3, c2 and c0
    assertArrayEquals(
        new float[] {
          expected(2, ids, squares), 0, expected(1, ids, squares), expected(0, ids, squares)
        },
        found,
        1e-6f);
  }

  @Test
  void otherVectorsGiveOtherScoresWithTheSameNetwork() throws IOException {
    float[][] zeros = {{0, 0}, {0, 0}, {0, 0}};
    try (OnnxScorer scorer = new OnnxScorerProvider().open(write("zeros", zeros), CPU)) {
      List<ScoredLabel> scored = scorer.score(List.of(LegalAct.ofText("a", "milk"))).get(0).top(9);
      assertEquals(List.of(0.5f, 0.5f, 0.5f), scored.stream().map(ScoredLabel::score).toList());
    }
  }

  @Test
  void vectorsComeBackAsTheyWereWritten() throws IOException {
    Path file = models.resolve("vectors.bin");
    LabelVectors.write(VECTORS, file);
    LabelVectors read = LabelVectors.read(file);
    assertEquals(3, read.rows());
    assertEquals(2, read.dimension());
    for (int row = 0; row < VECTORS.length; row++) {
      assertArrayEquals(VECTORS[row], read.row(row));
    }
    assertEquals(16 + 3 * 2 * 4, Files.size(file));
  }

  @Test
  void vectorsOfOtherNumberOrDimensionAreRefused() throws IOException {
    assertRefused(
        "reads label vectors of 2 concepts, but the bundle's outputs are 3",
        write("two", Arrays.copyOf(VECTORS, 2)));
    assertRefused(
        "is declared to read 'vectors' of the shape [labels, 2], but label-vectors have the shape"
            + " [3, 1]",
        write("short", new float[][] {{1}, {2}, {3}}));
    assertNotWritten("the dimensions 1 and 2", new float[][] {{1}, {2, 3}});
    assertNotWritten("there are no label vectors to write", new float[0][]);
  }

  @Test
  void damagedVectorsAreRefused() throws IOException {
    Path file = models.resolve("whole.bin");
    LabelVectors.write(VECTORS, file);
    byte[] whole = Files.readAllBytes(file);
    assertRefused("holds no label vectors", writeBytes("empty", new byte[0]));
    assertRefused("label-vectors.bin is cut short", writeBytes("cut", Arrays.copyOf(whole, 36)));
    assertRefused("label-vectors.bin is cut short", writeBytes("odd", Arrays.copyOf(whole, 37)));
    byte[] magic = whole.clone();
    magic[0] = 'X';
    assertRefused("holds no label vectors", writeBytes("magic", magic));
    for (int rows : new int[] {0, -3, 1 << 30}) {
      byte[] wrong = whole.clone();
      ByteBuffer.wrap(wrong).order(ByteOrder.LITTLE_ENDIAN).putInt(8, rows);
      assertRefused("for " + rows + " vectors of dimension 2", writeBytes("rows", wrong));
    }
    byte[] infinite = whole.clone();
    ByteBuffer.wrap(infinite).order(ByteOrder.LITTLE_ENDIAN).putFloat(20, Float.NaN);
    assertRefused("a value that is not finite", writeBytes("nan", infinite));
  }

  private void assertNotWritten(String message, float[][] vectors) {
    IllegalArgumentException e =
        assertThrows(IllegalArgumentException.class, () -> write("wrong", vectors));
    assertTrue(e.getMessage().contains(message), e.getMessage());
  }

  private static void assertRefused(String message, ModelBundle bundle) {
    BundleException e =
        assertThrows(
            BundleException.class, () -> new OnnxScorerProvider().open(bundle, CPU).close());
    assertTrue(e.getMessage().contains(message), e.getMessage());
  }
}

package org.solrlmtc.core.onnx;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import ai.onnx.proto.OnnxMl.TensorProto.DataType;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.core.act.Zone;
import org.solrlmtc.core.bundle.ModelBundle;
import org.solrlmtc.core.bundle.Scorers;
import org.solrlmtc.core.onnx.NetworkSignature.ElementType;
import org.solrlmtc.core.onnx.NetworkSignature.Input;
import org.solrlmtc.core.score.LabelScorer;
import org.solrlmtc.core.score.LabelScores;
import org.solrlmtc.core.text.TokenSequence;
import org.solrlmtc.fixtures.OnnxGraphs;

/** A tokenizer of another kind, with several ids per token, from another jar as it were. */
class TestCharacterNetwork {
  private static final NetworkSignature SIGNATURE =
      new NetworkSignature(
          List.of(
              new Input(
                  "characters",
                  ElementType.INT64,
                  List.of("batch", "tokens", "3"),
                  InputSource.TOKEN_IDS)),
          "probabilities",
          Optional.empty(),
          1);

  @TempDir Path models;

  @Test
  void tokensOfSeveralIdsHavePlacesAndSections() {
    TokenSequence tokens =
        new CharacterTokenizer()
            .tokenize(new LegalAct("a", "", "", "abc d", "", List.of("ab"), ""));
    assertEquals(3, tokens.length());
    assertEquals(3, tokens.idsPerToken());
    assertArrayEquals(new int[] {1, 2, 3, 4, 0, 0, 1, 2, 0}, tokens.ids());
    assertArrayEquals(new int[] {2, 1}, tokens.sectionLengths());
    assertEquals(new TokenSequence.Place(Zone.HEADER, 0, 4, 5), tokens.place(1));
    assertEquals(new TokenSequence.Place(Zone.MAIN_BODY, 0, 0, 2), tokens.place(2));
  }

  @Test
  void aNetworkReadsThreeDimensionsOfIds() throws IOException {
    GraphProto graph =
        GraphProto.newBuilder()
            .setName("characters")
            .addInput(OnnxGraphs.value("characters", DataType.INT64, -1, -1, 3))
            .addInitializer(
                TensorProto.newBuilder()
                    .setName("axes")
                    .setDataType(DataType.INT64.getNumber())
                    .addDims(2)
                    .addInt64Data(1)
                    .addInt64Data(2))
            .addInitializer(
                TensorProto.newBuilder()
                    .setName("one")
                    .setDataType(DataType.INT64.getNumber())
                    .addDims(1)
                    .addInt64Data(1))
            .addInitializer(
                TensorProto.newBuilder()
                    .setName("weights")
                    .setDataType(DataType.FLOAT.getNumber())
                    .addDims(1)
                    .addDims(3)
                    .addFloatData(0.01f)
                    .addFloatData(-0.01f)
                    .addFloatData(0))
            .addNode(
                OnnxGraphs.node("Cast", "floats", "characters")
                    .addAttribute(
                        AttributeProto.newBuilder()
                            .setName("to")
                            .setType(AttributeProto.AttributeType.INT)
                            .setI(DataType.FLOAT.getNumber())))
            .addNode(
                OnnxGraphs.node("ReduceSum", "sums", "floats", "axes")
                    .addAttribute(
                        AttributeProto.newBuilder()
                            .setName("keepdims")
                            .setType(AttributeProto.AttributeType.INT)
                            .setI(0)))
            .addNode(OnnxGraphs.node("Unsqueeze", "rows", "sums", "one"))
            .addNode(OnnxGraphs.node("Mul", "logits", "rows", "weights"))
            .addNode(OnnxGraphs.node("Sigmoid", "probabilities", "logits"))
            .addOutput(OnnxGraphs.value("probabilities", DataType.FLOAT, -1, 3))
            .build();
    ModelBundle bundle =
        TinyNetwork.write(
            models.resolve("characters"),
            TinyNetwork.model().toBuilder().setGraph(graph).build().toByteArray(),
            OnnxScorerProvider.settings(new CharacterTokenizer(), SIGNATURE),
            files -> {});
    try (LabelScorer scorer = Scorers.open(bundle)) {
      List<LabelScores> scores =
          scorer.score(List.of(LegalAct.ofText("a", "zzz z"), LegalAct.ofText("b", "abcdef")));
      assertEquals(1 / (1 + Math.exp(-0.01 * 4 * 26)), score(scores.get(0), "c3"), 1e-6);
      assertEquals(1 / (1 + Math.exp(0.01 * 6)), score(scores.get(1), "c2"), 1e-6);
    }
  }

  private static float score(LabelScores scores, String id) {
    return scores.top(9).stream()
        .filter(label -> label.id().equals(id))
        .findFirst()
        .orElseThrow()
        .score();
  }
}

package org.solrlmtc.core.onnx;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.StringStringEntryProto;
import ai.onnx.proto.OnnxMl.TensorProto.DataType;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.solrlmtc.core.bundle.BundleException;
import org.solrlmtc.core.bundle.ModelBundle;
import org.solrlmtc.core.onnx.NetworkSignature.ElementType;
import org.solrlmtc.core.onnx.NetworkSignature.Input;
import org.solrlmtc.fixtures.OnnxGraphs;

/** Signatures that do not belong to their network, one per rule. */
class TestSignatureCheck {
  private static final OnnxOptions CPU = new OnnxOptions(Device.parse("cpu"), 1, 8);
  private static final Input TOKENS = TinyNetwork.SIGNATURE.inputs().get(0);
  private static final Input LENGTHS = TinyNetwork.SIGNATURE.inputs().get(1);

  @TempDir Path models;

  @Test
  void inputsThatTheGraphDoesNotHaveAreRefused() throws IOException {
    refused(
        "model.onnx has the inputs [tokens, lengths], but the setting 'signature' declares"
            + " [lengths, words]",
        new Input("words", TOKENS.type(), TOKENS.shape(), TOKENS.source()),
        LENGTHS);
  }

  @Test
  void inputsThatAreNotDeclaredAreRefused() throws IOException {
    refused("declares [tokens]", TOKENS);
    refused(
        "declares [lengths, mask, tokens]",
        TOKENS,
        LENGTHS,
        new Input("mask", ElementType.FLOAT, List.of("batch", "tokens"), InputSource.MASK));
  }

  @Test
  void otherTypesAreRefused() throws IOException {
    refused(
        "has for 'tokens'",
        new Input("tokens", ElementType.INT32, TOKENS.shape(), InputSource.TOKEN_IDS),
        LENGTHS);
  }

  @Test
  void fixedSizesThatDependOnTheTextsAreRefused() throws IOException {
    refused(
        "is declared to read 'tokens' of the shape [batch, 9], but token-ids have the shape [-1,"
            + " -1]",
        new Input("tokens", ElementType.INT64, List.of("batch", "9"), InputSource.TOKEN_IDS),
        LENGTHS);
  }

  @Test
  void severalIdsOfTokensThatHaveOneAreRefused() throws IOException {
    refused(
        "is declared to read 'tokens' of the shape [batch, tokens, ids]",
        new Input(
            "tokens", ElementType.INT64, List.of("batch", "tokens", "ids"), InputSource.TOKEN_IDS),
        LENGTHS);
  }

  @Test
  void dynamicSizesThatTheGraphFixesAreRefused() throws IOException {
    assertRefused(
        "has for 'lengths'",
        TinyNetwork.write(
            models.resolve("fixed"),
            TinyNetwork.SIGNATURE,
            model ->
                model
                    .getGraphBuilder()
                    .setInput(1, OnnxGraphs.value("lengths", DataType.INT32, 1))));
  }

  @Test
  void otherOutputsAreRefused() throws IOException {
    assertRefused(
        "has the outputs [probabilities], but the setting 'signature' declares [scores]",
        write(new NetworkSignature(List.of(TOKENS, LENGTHS), "scores", Optional.empty(), 1)));
  }

  @Test
  void attributionsThatTheGraphDoesNotHaveAreRefused() throws IOException {
    Input candidates =
        new Input(
            "candidates",
            ElementType.INT64,
            List.of("batch", "candidates"),
            InputSource.CANDIDATES);
    NetworkSignature signature =
        new NetworkSignature(
            List.of(TOKENS, LENGTHS, candidates), "probabilities", Optional.of("evidence"), 1);
    assertRefused(
        "has the outputs [probabilities], but the setting 'signature' declares [evidence,"
            + " probabilities]",
        TinyNetwork.write(
            models.resolve("evidence"),
            signature,
            model ->
                model
                    .getGraphBuilder()
                    .addInput(OnnxGraphs.value("candidates", DataType.INT64, -1, -1))));
  }

  @Test
  void anotherNumberOfTokensPerStateIsRefused() throws IOException {
    Consumer<ModelProto.Builder> three =
        model ->
            model.addMetadataProps(
                StringStringEntryProto.newBuilder().setKey("words.per.token").setValue("3"));
    assertRefused(
        "has metadata of 3 tokens per state, but the setting 'tokensPerState' of"
            + " 'signature' is 1",
        TinyNetwork.write(models.resolve("states"), TinyNetwork.SIGNATURE, three));
    NetworkSignature right =
        new NetworkSignature(TinyNetwork.SIGNATURE.inputs(), "probabilities", Optional.empty(), 3);
    new OnnxScorerProvider()
        .open(TinyNetwork.write(models.resolve("right"), right, three), CPU)
        .close();
  }

  @Test
  void missingLabelVectorsAreRefused() throws IOException {
    refused(
        "does not list label-vectors.bin",
        TOKENS,
        LENGTHS,
        new Input("vectors", ElementType.FLOAT, List.of("labels", "2"), InputSource.LABEL_VECTORS));
  }

  @Test
  void unknownSettingsAreRefused() throws IOException {
    ModelBundle good = TinyNetwork.write(models.resolve("good"));
    Map<String, Object> more = new HashMap<>(good.manifest().settings());
    more.put("maxSequenceLength", 9);
    assertRefused(
        "bundle 'more': unknown onnx setting 'maxSequenceLength': use signature, tokenizer",
        TinyNetwork.write(models.resolve("more"), more));
    Map<String, Object> tokenizer = new HashMap<>(good.manifest().settings());
    tokenizer.put("tokenizer", Map.of("type", "syllables"));
    assertRefused(
        "unknown tokenizer 'syllables'; known tokenizers: characters, word-pieces, words,"
            + " words-and-characters",
        TinyNetwork.write(models.resolve("kind"), tokenizer));
    tokenizer.put("tokenizer", Map.of("type", "words", "stemming", true));
    assertRefused(
        "unknown onnx tokenizer setting 'stemming'",
        TinyNetwork.write(models.resolve("stemming"), tokenizer));
  }

  private void refused(String message, Input... inputs) throws IOException {
    assertRefused(
        message,
        write(new NetworkSignature(List.of(inputs), "probabilities", Optional.empty(), 1)));
  }

  private ModelBundle write(NetworkSignature signature) throws IOException {
    return TinyNetwork.write(models.resolve("hostile"), signature, model -> {});
  }

  private static void assertRefused(String message, ModelBundle bundle) {
    BundleException e =
        assertThrows(
            BundleException.class, () -> new OnnxScorerProvider().open(bundle, CPU).close());
    assertTrue(e.getMessage().contains(message), e.getMessage());
  }
}

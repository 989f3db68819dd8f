package org.solrlmtc.training.pretrained;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.solrlmtc.core.text.pieces.PieceVocabulary;
import org.solrlmtc.core.text.pieces.PretrainedFolder;

/** The published encoders, where they have been fetched. */
class TestPublishedEncoders {
  private static PretrainedEncoder fetched(String name) {
    assumeTrue(
        Files.isDirectory(PretrainedFolder.cache().resolve(name)),
        () -> name + " is not fetched: run ./lmtc pretrained fetch " + name);
    return PretrainedEncoder.open(name);
  }

  private static int[] ids(PieceVocabulary vocabulary, String... pieces) {
    return Arrays.stream(pieces).mapToInt(piece -> vocabulary.id(piece).orElseThrow()).toArray();
  }

  @ParameterizedTest
  @ValueSource(strings = {"minilm-l6", "bge-small"})
  void statesAreThoseOfThePublishedNetwork(String name) throws OrtException {
    PretrainedEncoder encoder = fetched(name);
    int[] ids =
        ids(
            encoder.pieces().vocabulary(),
            ("[CLS] commission regulation ( ec ) no 12 / 2003 fixing the import duties in the rice"
                    + " sector , for un ##fi ##nish ##ed products [SEP]")
                .split(" "));
    double[][] states = new ReferenceTransformer(encoder).states(ids);
    float[][] published = published(encoder.folder().resolve("model.onnx"), ids);
    double largest = 0;
    for (int token = 0; token < ids.length; token++) {
      for (int i = 0; i < encoder.config().hiddenSize(); i++) {
        largest = Math.max(largest, Math.abs(states[token][i] - published[token][i]));
      }
    }
    assertTrue(largest < 1e-4, "states differ by up to " + largest);
  }

  private static float[][] published(Path model, int[] ids) throws OrtException {
    OrtEnvironment environment = OrtEnvironment.getEnvironment();
    long[][] tokens = {Arrays.stream(ids).asLongStream().toArray()};
    long[][] ones = {IntStream.range(0, ids.length).mapToLong(i -> 1).toArray()};
    try (OrtSession session = environment.createSession(model.toString());
        OnnxTensor input = OnnxTensor.createTensor(environment, tokens);
        OnnxTensor mask = OnnxTensor.createTensor(environment, ones);
        OnnxTensor types = OnnxTensor.createTensor(environment, new long[1][ids.length]);
        OrtSession.Result result =
            session.run(
                Map.of("input_ids", input, "attention_mask", mask, "token_type_ids", types))) {
      return ((float[][][]) result.get(0).getValue())[0];
    }
  }

  @Test
  void bertGuessesTheMaskedWord() {
    PretrainedEncoder bert = fetched("bert-base-uncased");
    ReferenceTransformer reference = new ReferenceTransformer(bert);
    PieceVocabulary vocabulary = bert.pieces().vocabulary();
    // without the full stop, it would guess a full stop
    List<String> sentence =
        List.of("[CLS]", "the", "capital", "of", "france", "is", "[MASK]", ".", "[SEP]");
    int[] ids = ids(vocabulary, sentence.toArray(String[]::new));
    double[] logits = reference.maskedWord(reference.states(ids)[sentence.indexOf("[MASK]")]);
    int best =
        IntStream.range(0, logits.length)
            .boxed()
            .max(Comparator.comparingDouble(id -> logits[id]))
            .orElseThrow();
    assertEquals("paris", vocabulary.piece(best));
  }

  @Test
  void fetchedFilesHaveTheirDigests() throws IOException {
    for (PublishedEncoder encoder : PretrainedCatalogue.all()) {
      PretrainedFetch fetch = new PretrainedFetch(encoder, PretrainedFolder.cache());
      if (fetch.isDone()) {
        assertEquals(List.of(), fetch.problems());
        assertEquals(encoder.config(), EncoderConfig.read(fetch.folder()));
      }
    }
  }
}

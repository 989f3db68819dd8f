package org.solrlmtc.training.neural.transformer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.bytedeco.pytorch.Tensor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.solrlmtc.core.settings.Settings;
import org.solrlmtc.core.text.Tokenizers;
import org.solrlmtc.core.text.pieces.PretrainedFolder;
import org.solrlmtc.training.neural.layer.Dropout;
import org.solrlmtc.training.neural.layer.Embedding;
import org.solrlmtc.training.neural.layer.Encoder;
import org.solrlmtc.training.neural.layer.WordEmbedding;
import org.solrlmtc.training.neural.tensor.Matrix;
import org.solrlmtc.training.neural.tensor.Torch;
import org.solrlmtc.training.neural.text.Batch;
import org.solrlmtc.training.neural.text.TokenizedActs;
import org.solrlmtc.training.pretrained.PretrainedEncoder;

/** The transformer in training has the states of the published networks it starts from. */
class TestPublishedWeights {
  private static final Torch TORCH = new Torch(Torch.DeviceChoice.CPU, 2, note -> {});

  private static PretrainedEncoder fetched(String name) {
    assumeTrue(
        Files.isDirectory(PretrainedFolder.cache().resolve(name)),
        () -> name + " is not fetched: run ./lmtc pretrained fetch " + name);
    return PretrainedEncoder.open(name);
  }

  @ParameterizedTest
  @ValueSource(strings = {"minilm-l6", "bge-small"})
  void statesAreThoseOfThePublishedNetwork(String name) throws OrtException {
    PretrainedEncoder published = fetched(name);
    TokenizedActs acts = new TokenizedActs(published.config().vocabularySize(), 1, 1);
    for (int length : new int[] {150, 9, 33}) {
      // [CLS], random pieces, [SEP]
      int[] ids = new Random(length).ints(length, 2000, 29000).toArray();
      ids[0] = 101;
      ids[length - 1] = 102;
      acts.add(ids, new int[0], 1);
    }
    Batch batch = Batch.of(acts, new int[] {0, 1, 2});
    Matrix words = published.matrix("embeddings.word_embeddings.weight");
    Embedding.Layer embedding =
        WordEmbedding.layer(TORCH, TORCH.of(words.values(), words.rows(), words.columns()), false);
    Encoder.Layer encoder =
        Transformer.read(new Settings("test", Map.of("pretrained", name)))
            .layer(TORCH, words.columns());
    Tensor states = encoder.score(batch, embedding.forward(batch)).states();
    float[] found = Torch.toArray(states);
    double largest = 0;
    try (OrtSession session =
        OrtEnvironment.getEnvironment()
            .createSession(published.folder().resolve("model.onnx").toString())) {
      for (int act = 0; act < acts.size(); act++) {
        float[][] expected = states(session, acts.tokens(act));
        for (int token = 0; token < expected.length; token++) {
          for (int i = 0; i < words.columns(); i++) {
            float own = found[(act * batch.tokens() + token) * words.columns() + i];
            largest = Math.max(largest, Math.abs(own - expected[token][i]));
          }
        }
      }
    }
    assertTrue(largest < 1e-4, "states differ by up to " + largest);
  }

  private static float[][] states(OrtSession session, int[] ids) throws OrtException {
    OrtEnvironment environment = OrtEnvironment.getEnvironment();
    long[][] tokens = {Arrays.stream(ids).asLongStream().toArray()};
    long[][] ones = {IntStream.range(0, ids.length).mapToLong(i -> 1).toArray()};
    try (OnnxTensor input = OnnxTensor.createTensor(environment, tokens);
        OnnxTensor mask = OnnxTensor.createTensor(environment, ones);
        OnnxTensor types = OnnxTensor.createTensor(environment, new long[1][ids.length]);
        OrtSession.Result result =
            session.run(
                Map.of("input_ids", input, "attention_mask", mask, "token_type_ids", types))) {
      return ((float[][][]) result.get(0).getValue())[0];
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "layers|7|the setting 'layers' of 'encoder' must be at most 6, the layers of minilm-l6, not"
            + " 7",
        "frozenLayers|7|the setting 'frozenLayers' of 'encoder' must be at most 6, the layers of"
            + " minilm-l6, not 7",
        "dropout|0.1|the settings 'pretrained' of 'encoder' and 'dimension' of 'embedding'"
            + " contradict each other: the encoder reads vectors of dimension 384, but the"
            + " embedding has 16; use the embedding 'pretrained' with the same encoder",
        "heads|6|unknown test setting 'heads'.*"
      })
  void settingsThatDoNotFitThePublishedEncoderAreRefused(
      String name, String value, String message) {
    fetched("minilm-l6");
    Map<String, Object> settings = new HashMap<>(Map.of("pretrained", "minilm-l6"));
    settings.put(
        name, value.contains(".") ? (Object) Double.valueOf(value) : Integer.valueOf(value));
    String found =
        assertThrows(
                IllegalArgumentException.class,
                () -> {
                  Settings section = new Settings("test", settings);
                  Transformer transformer = Transformer.read(section);
                  section.finish();
                  transformer.check(
                      Tokenizers.spec(new Settings("test", Map.of())),
                      new WordEmbedding(16, "corpus", false),
                      Dropout.NONE);
                })
            .getMessage();
    assertTrue(found.equals(message) || found.matches(message), found);
  }

  @Test
  void theLowestLayersOfAPublishedEncoderAreUsed() {
    PretrainedEncoder published = fetched("minilm-l6");
    TransformerWeights all = InitialWeights.published(published, 0);
    TransformerWeights some = InitialWeights.published(published, 2);
    assertEquals(6, all.blocks().size());
    assertEquals(2, some.blocks().size());
    assertEquals(all.blocks().get(1).expand().at(3, 4), some.blocks().get(1).expand().at(3, 4));
  }
}

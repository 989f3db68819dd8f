package org.solrlmtc.training.neural.export;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import java.nio.LongBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.bytedeco.pytorch.Tensor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.core.act.ZoneSelection;
import org.solrlmtc.core.text.WordCharacterTokenizer;
import org.solrlmtc.core.text.WordTokenizerSettings;
import org.solrlmtc.core.text.WordVocabulary;
import org.solrlmtc.training.neural.bilm.ElmoEmbedding;
import org.solrlmtc.training.neural.elmo.ElmoOptions;
import org.solrlmtc.training.neural.elmo.ElmoWeights;
import org.solrlmtc.training.neural.elmo.RandomBiLm;
import org.solrlmtc.training.neural.elmo.StateCache;
import org.solrlmtc.training.neural.graph.Precision;
import org.solrlmtc.training.neural.graph.TrainedTensors;
import org.solrlmtc.training.neural.layer.BiGru;
import org.solrlmtc.training.neural.layer.Dropout;
import org.solrlmtc.training.neural.layer.Encoder;
import org.solrlmtc.training.neural.layer.Head;
import org.solrlmtc.training.neural.layer.LabelWiseHead;
import org.solrlmtc.training.neural.layer.Network;
import org.solrlmtc.training.neural.layer.NetworkWeights;
import org.solrlmtc.training.neural.layer.NeutralLabels;
import org.solrlmtc.training.neural.layer.SharpParameters;
import org.solrlmtc.training.neural.layer.WordEmbedding;
import org.solrlmtc.training.neural.tensor.RowSelection;
import org.solrlmtc.training.neural.tensor.Torch;
import org.solrlmtc.training.neural.text.Batch;
import org.solrlmtc.training.neural.text.TokenizedActs;

/** A network over ELMo has the same scores in ONNX Runtime as in training; wrong ones do not. */
class TestElmoExport {
  private static final Torch TORCH = new Torch(Torch.DeviceChoice.CPU, 1, note -> {});
  private static final int LABELS = 15;
  private static final int WORD_SIZE = 6;
  private static final List<String> WORDS = List.of("fish", "milk", "DDDD", "über", "tariff");
  private static final List<String> TEXTS =
      List.of(
          "Fish and milk of 2015, über tariff-free 🐟🐟 waters",
          "milk",
          "x".repeat(10_000) + " FISH \u0007\u0000 fish\uD800 Tariff 12 12 12 of milk milk milk");

  private static WordCharacterTokenizer tokenizer(ElmoOptions options) {
    return new WordCharacterTokenizer(
        new WordTokenizerSettings(ZoneSelection.FULL, 40, true, false),
        WordVocabulary.of(WORDS),
        options.charactersPerWord());
  }

  private static ElmoOptions options(String kind) {
    return kind.equals("plain") ? RandomBiLm.plainOptions() : RandomBiLm.options();
  }

  private static Network network(ElmoWeights weights) {
    Torch.seed(4);
    Tensor vectors = TORCH.normal(1, WORDS.size() + 2L, WORD_SIZE);
    vectors.select(0, 0).zero_();
    Encoder.Layer encoder = new BiGru(7, 1).layer(TORCH, WORD_SIZE + weights.options().stateSize());
    Head.Layer head =
        new LabelWiseHead(0).layer(NeutralLabels.context(TORCH, LABELS), encoder.outputSize());
    ElmoEmbedding.States states = StateCache.uncached(TORCH, weights)::rows;
    Network network =
        new Network(
            TORCH,
            ElmoEmbedding.layer(TORCH, WordEmbedding.layer(TORCH, vectors, false), weights, states),
            encoder,
            head,
            Dropout.NONE);
    SharpParameters.sharpen(TORCH, network.parameters());
    return network;
  }

  private static int[][] ids(ElmoOptions options) {
    return TEXTS.stream()
        .map(text -> tokenizer(options).tokenize(LegalAct.ofText("a", text)).ids())
        .toArray(int[][]::new);
  }

  private static float[] trained(Network network, ElmoOptions options) {
    WordCharacterTokenizer tokenizer = tokenizer(options);
    TokenizedActs acts = new TokenizedActs(tokenizer, 0);
    for (int[] text : ids(options)) {
      acts.add(text, new int[0], 0);
    }
    Batch batch =
        Batch.of(
            acts,
            IntStream.range(0, acts.size()).toArray(),
            0,
            network.rowSharing(false),
            new SplittableRandom(0));
    return Torch.toArray(network.score(batch, RowSelection.all(LABELS)).sigmoid());
  }

  private static float[][] exported(NetworkWeights weights, int perToken, int[]... texts) {
    return run(NetworkGraph.of(weights, Precision.FP32, Map.of()).model(), perToken, texts);
  }

  private static float[][] run(ModelProto model, int perToken, int[]... texts) {
    OrtEnvironment environment = OrtEnvironment.getEnvironment();
    int longest = 0;
    for (int[] text : texts) {
      longest = Math.max(longest, text.length / perToken);
    }
    LongBuffer tokens = LongBuffer.allocate(texts.length * longest * perToken);
    int[] lengths = new int[texts.length];
    for (int i = 0; i < texts.length; i++) {
      lengths[i] = texts[i].length / perToken;
      for (int j = 0; j < texts[i].length; j++) {
        tokens.put(i * longest * perToken + j, texts[i][j]);
      }
    }
    Map<String, OnnxTensor> inputs = new HashMap<>();
    try (OrtSession session = environment.createSession(model.toByteArray())) {
      inputs.put(
          "tokens",
          OnnxTensor.createTensor(
              environment, tokens, new long[] {texts.length, longest, perToken}));
      inputs.put("lengths", OnnxTensor.createTensor(environment, lengths));
      inputs.put(
          "candidates",
          OnnxTensor.createTensor(
              environment, LongBuffer.allocate(0), new long[] {texts.length, 0}));
      try (OrtSession.Result result = session.run(inputs, Set.of("probabilities"))) {
        return (float[][]) result.get(0).getValue();
      }
    } catch (OrtException e) {
      throw new AssertionError(e);
    } finally {
      inputs.values().forEach(OnnxTensor::close);
    }
  }

  private static double largestDifference(ElmoWeights trainedOn, ElmoWeights exported) {
    ElmoOptions options = trainedOn.options();
    float[] expected = trained(network(trainedOn), options);
    float[][] found =
        exported(network(exported).weights(), 1 + options.charactersPerWord(), ids(options));
    double largest = 0;
    for (int text = 0; text < TEXTS.size(); text++) {
      for (int label = 0; label < LABELS; label++) {
        largest =
            Math.max(largest, Math.abs(expected[label * TEXTS.size() + text] - found[text][label]));
      }
    }
    return largest;
  }

  @ParameterizedTest
  @ValueSource(strings = {"plain", "full"})
  void theExportedNetworkScoresAsTheTrainedOne(String kind) {
    ElmoWeights weights = RandomBiLm.weights(options(kind), 8);
    double difference = largestDifference(weights, weights);
    assertTrue(difference < 1e-4, "differs by " + difference);
  }

  @ParameterizedTest
  @ValueSource(strings = {"other weights", "directions swapped", "no skips", "no bounds"})
  void aWrongModelIsFoundToDiffer(String what) {
    ElmoOptions options = RandomBiLm.options();
    ElmoWeights weights = RandomBiLm.weights(options, 8);
    ElmoWeights wrong =
        switch (what) {
          case "other weights" -> RandomBiLm.weights(options, 9);
          case "directions swapped" ->
              new ElmoWeights(
                  options,
                  weights.characters(),
                  weights.filters(),
                  weights.highways(),
                  weights.projection(),
                  weights.backward(),
                  weights.forward());
          default ->
              new ElmoWeights(
                  new ElmoOptions(
                      options.charactersPerWord(),
                      options.characterSize(),
                      options.filters(),
                      options.activation(),
                      options.highways(),
                      options.layers(),
                      options.cellSize(),
                      options.size(),
                      what.equals("no bounds") ? Double.POSITIVE_INFINITY : options.cellClip(),
                      what.equals("no bounds")
                          ? Double.POSITIVE_INFINITY
                          : options.projectionClip(),
                      !what.equals("no skips")),
                  weights.characters(),
                  weights.filters(),
                  weights.highways(),
                  weights.projection(),
                  weights.forward(),
                  weights.backward());
        };
    double difference = largestDifference(weights, wrong);
    assertTrue(difference > 1e-2, what + " differs by no more than " + difference);
  }

  @Test
  void theReferenceAgreesWithTheExportedNetwork() {
    ElmoOptions options = RandomBiLm.options();
    NetworkWeights weights = network(RandomBiLm.weights(options, 8)).weights();
    int[][] texts = ids(options);
    float[][] found = exported(weights, 1 + options.charactersPerWord(), texts);
    for (int text = 0; text < texts.length; text++) {
      double[] logits =
          weights.reference(
              texts[text], new int[] {texts[text].length / (1 + options.charactersPerWord())});
      for (int label = 0; label < LABELS; label++) {
        assertEquals(1 / (1 + Math.exp(-logits[label])), found[text][label], 1e-4);
      }
    }
  }

  @Test
  void idsThatNoTokenizerGivesAreNoWayOutOfTheTables() {
    ElmoOptions options = RandomBiLm.options();
    NetworkWeights weights = network(RandomBiLm.weights(options, 8)).weights();
    int[] ids = new int[1 + options.charactersPerWord()];
    Arrays.fill(ids, 1_000_000);
    assertTrue(Float.isFinite(exported(weights, ids.length, ids)[0][0]));
  }

  @ParameterizedTest
  @ValueSource(strings = {"plain", "full"})
  void weightsAreReadFromTheGraphAgain(String kind) {
    ElmoWeights weights = RandomBiLm.weights(options(kind), 8);
    ElmoEmbedding.Weights embedding =
        (ElmoEmbedding.Weights) network(weights).weights().embedding();
    ModelProto model =
        NetworkGraph.of(network(weights).weights(), Precision.FP32, Map.of()).model();
    ElmoEmbedding.Weights read =
        embedding
            .spec()
            .weights(
                TrainedTensors.of(Path.of("model.onnx"), model, Optional.empty())
                    .scope(NetworkGraph.EMBEDDING));
    assertEquals(weights.options(), read.biLm().options());
    assertArrayEquals(embedding.mix(), read.mix());
    int[] ids = ids(options(kind))[0];
    double[][] expected = embedding.reference(ids);
    double[][] found = read.reference(ids);
    List<Double> differences = new ArrayList<>();
    for (int word = 0; word < expected.length; word++) {
      for (int i = 0; i < expected[word].length; i++) {
        differences.add(Math.abs(expected[word][i] - found[word][i]));
      }
    }
    assertTrue(differences.stream().allMatch(difference -> difference < 1e-6));
  }

  @Test
  void wordsWithoutContextHaveTheSameVectorsAndOthersDoNot() {
    ElmoOptions options = RandomBiLm.options();
    ElmoEmbedding.Weights weights =
        (ElmoEmbedding.Weights) network(RandomBiLm.weights(options, 8)).weights().embedding();
    int[] ids = tokenizer(options).tokenize(LegalAct.ofText("a", "fish milk fish Fish")).ids();
    double[][] vectors = weights.reference(ids);
    assertArrayEquals(Arrays.copyOf(vectors[0], WORD_SIZE), Arrays.copyOf(vectors[3], WORD_SIZE));
    double largest = 0;
    for (int i = WORD_SIZE; i < vectors[0].length; i++) {
      largest = Math.max(largest, Math.abs(vectors[0][i] - vectors[2][i]));
    }
    assertTrue(largest > 1e-3, "the context changes no vector");
  }
}

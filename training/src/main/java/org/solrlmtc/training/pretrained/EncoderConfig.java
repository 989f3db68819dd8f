package org.solrlmtc.training.pretrained;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.solrlmtc.core.json.JsonProblems;
import org.solrlmtc.training.execution.TrainingException;

/**
 * The sizes of a BERT encoder, as in its {@code config.json}.
 *
 * @param layers number of transformer layers
 * @param hiddenSize dimension of a token state
 * @param attentionHeads attention heads per layer; they share the hidden size
 * @param intermediateSize dimension between the two products of the feed-forward part
 * @param maxPositions number of position embeddings: the longest text it can read, in tokens
 * @param vocabularySize number of word pieces
 * @param typeVocabularySize number of segment embeddings; only the first is used
 * @param layerNormEpsilon added to the variance in a layer normalisation
 * @param activation function of the feed-forward part
 * @param pooling how the model was trained to make one vector of a text
 */
public record EncoderConfig(
    int layers,
    int hiddenSize,
    int attentionHeads,
    int intermediateSize,
    int maxPositions,
    int vocabularySize,
    int typeVocabularySize,
    double layerNormEpsilon,
    Activation activation,
    Pooling pooling) {
  /** Far more than any BERT has: a hostile file must not decide how much memory is reserved. */
  private static final int LARGEST = 1 << 20;

  private static final JsonMapper JSON =
      JsonMapper.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();

  /** The activation function of the feed-forward part. */
  public enum Activation {
    /** {@code x * Phi(x)} by the error function. */
    GELU,
    /** Its approximation by a hyperbolic tangent, as in Google's first models. */
    GELU_TANH;

    static Activation parse(String name) {
      return switch (name) {
        case "gelu" -> GELU;
        case "gelu_new", "gelu_pytorch_tanh" -> GELU_TANH;
        default ->
            throw new IllegalArgumentException(
                "'hidden_act' must be gelu, gelu_new or gelu_pytorch_tanh, not '" + name + "'");
      };
    }

    String key() {
      return this == GELU ? "gelu" : "gelu_new";
    }
  }

  /** How one vector of a text is made. */
  public enum Pooling {
    /** The state of [CLS]. */
    CLS,
    /** The mean of all states. */
    MEAN,
    /** The files do not say it. */
    UNKNOWN
  }

  public EncoderConfig {
    check("num_hidden_layers", layers);
    check("hidden_size", hiddenSize);
    check("num_attention_heads", attentionHeads);
    check("intermediate_size", intermediateSize);
    check("max_position_embeddings", maxPositions);
    check("vocab_size", vocabularySize);
    check("type_vocab_size", typeVocabularySize);
    if (hiddenSize % attentionHeads != 0) {
      throw new IllegalArgumentException(
          "'hidden_size' "
              + hiddenSize
              + " is no multiple of 'num_attention_heads' "
              + attentionHeads);
    }
    if (!(layerNormEpsilon > 0 && layerNormEpsilon < 1)) {
      throw new IllegalArgumentException(
          "'layer_norm_eps' must be above 0 and below 1, not " + layerNormEpsilon);
    }
  }

  private static void check(String name, int value) {
    if (value < 1 || value > LARGEST) {
      throw new IllegalArgumentException(
          "'" + name + "' must be an integer from 1 to " + LARGEST + ", and is not");
    }
  }

  /** Dimension of one attention head. */
  public int headSize() {
    return hiddenSize / attentionHeads;
  }

  /**
   * Reads {@code config.json} of a folder, and {@code 1_Pooling/config.json} if there is one.
   *
   * @throws TrainingException naming the file and what is wrong
   */
  static EncoderConfig read(Path folder) {
    Path file = folder.resolve("config.json");
    JsonNode json = json(file);
    try {
      supported(json);
      return new EncoderConfig(
          json.path("num_hidden_layers").asInt(),
          json.path("hidden_size").asInt(),
          json.path("num_attention_heads").asInt(),
          json.path("intermediate_size").asInt(),
          json.path("max_position_embeddings").asInt(),
          json.path("vocab_size").asInt(),
          json.path("type_vocab_size").asInt(2),
          json.path("layer_norm_eps").asDouble(1e-12),
          Activation.parse(json.path("hidden_act").asText("gelu")),
          pooling(folder.resolve("1_Pooling").resolve("config.json")));
    } catch (IllegalArgumentException e) {
      throw new TrainingException(file + ": " + e.getMessage(), e);
    }
  }

  private static void supported(JsonNode json) {
    String type = json.path("model_type").asText("bert");
    if (!type.equals("bert")) {
      throw new IllegalArgumentException(
          "'model_type' is '" + type + "', but only encoders of the type bert are read");
    }
    String positions = json.path("position_embedding_type").asText("absolute");
    if (!positions.equals("absolute")) {
      throw new IllegalArgumentException(
          "'position_embedding_type' must be absolute, not '" + positions + "'");
    }
  }

  private static Pooling pooling(Path file) {
    if (!Files.exists(file)) {
      return Pooling.UNKNOWN;
    }
    JsonNode json = json(file);
    if (json.path("pooling_mode_cls_token").asBoolean()) {
      return Pooling.CLS;
    }
    return json.path("pooling_mode_mean_tokens").asBoolean() ? Pooling.MEAN : Pooling.UNKNOWN;
  }

  private static JsonNode json(Path file) {
    try {
      return JSON.readTree(file.toFile());
    } catch (JsonProcessingException e) {
      throw new TrainingException(file + " is not valid JSON: " + JsonProblems.describe(e), e);
    } catch (IOException e) {
      throw new TrainingException(
          "cannot read " + file + ", which has the sizes of the encoder: " + e.getMessage(), e);
    }
  }

  /** Writes what {@link #read} reads. */
  void write(Path folder) throws IOException {
    Map<String, Object> config = new LinkedHashMap<>();
    config.put("model_type", "bert");
    config.put("num_hidden_layers", layers);
    config.put("hidden_size", hiddenSize);
    config.put("num_attention_heads", attentionHeads);
    config.put("intermediate_size", intermediateSize);
    config.put("max_position_embeddings", maxPositions);
    config.put("vocab_size", vocabularySize);
    config.put("type_vocab_size", typeVocabularySize);
    config.put("layer_norm_eps", layerNormEpsilon);
    config.put("hidden_act", activation.key());
    Files.writeString(folder.resolve("config.json"), JSON.writeValueAsString(config));
    if (pooling != Pooling.UNKNOWN) {
      Files.createDirectories(folder.resolve("1_Pooling"));
      Files.writeString(
          folder.resolve("1_Pooling").resolve("config.json"),
          JSON.writeValueAsString(
              Map.of(
                  "word_embedding_dimension",
                  hiddenSize,
                  "pooling_mode_cls_token",
                  pooling == Pooling.CLS,
                  "pooling_mode_mean_tokens",
                  pooling == Pooling.MEAN)));
    }
  }
}

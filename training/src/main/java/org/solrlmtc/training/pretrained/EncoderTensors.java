package org.solrlmtc.training.pretrained;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The tensors of a BERT encoder by their canonical names: those of Hugging Face's BertModel. */
final class EncoderTensors {
  private static final String WEIGHT = ".weight";
  private static final String BIAS = ".bias";

  private EncoderTensors() {}

  /** The tensors that an encoder must have, with their shapes; matrices are [out, in]. */
  static Map<String, List<Integer>> required(EncoderConfig config) {
    Map<String, List<Integer>> shapes = new LinkedHashMap<>();
    int hidden = config.hiddenSize();
    String embeddings = "embeddings.";
    shapes.put(embeddings + "word_embeddings" + WEIGHT, List.of(config.vocabularySize(), hidden));
    shapes.put(embeddings + "position_embeddings" + WEIGHT, List.of(config.maxPositions(), hidden));
    shapes.put(
        embeddings + "token_type_embeddings" + WEIGHT,
        List.of(config.typeVocabularySize(), hidden));
    norm(shapes, embeddings, hidden);
    for (int number = 0; number < config.layers(); number++) {
      String layer = "encoder.layer." + number + ".";
      for (String part : List.of("query", "key", "value")) {
        dense(shapes, layer + "attention.self." + part, hidden, hidden);
      }
      dense(shapes, layer + "attention.output.dense", hidden, hidden);
      norm(shapes, layer + "attention.output.", hidden);
      dense(shapes, layer + "intermediate.dense", config.intermediateSize(), hidden);
      dense(shapes, layer + "output.dense", hidden, config.intermediateSize());
      norm(shapes, layer + "output.", hidden);
    }
    return shapes;
  }

  /** The head for masked words; its product with the word embeddings has no weights of its own. */
  static Map<String, List<Integer>> maskedWordHead(EncoderConfig config) {
    Map<String, List<Integer>> shapes = new LinkedHashMap<>();
    dense(shapes, "cls.predictions.transform.dense", config.hiddenSize(), config.hiddenSize());
    norm(shapes, "cls.predictions.transform.", config.hiddenSize());
    shapes.put("cls.predictions" + BIAS, List.of(config.vocabularySize()));
    return shapes;
  }

  /** The layer behind [CLS] of the pre-training task on pairs of sentences. */
  static Map<String, List<Integer>> pooler(EncoderConfig config) {
    Map<String, List<Integer>> shapes = new LinkedHashMap<>();
    dense(shapes, "pooler.dense", config.hiddenSize(), config.hiddenSize());
    return shapes;
  }

  private static void dense(Map<String, List<Integer>> shapes, String name, int out, int in) {
    shapes.put(name + WEIGHT, List.of(out, in));
    shapes.put(name + BIAS, List.of(out));
  }

  private static void norm(Map<String, List<Integer>> shapes, String prefix, int size) {
    shapes.put(prefix + "LayerNorm" + WEIGHT, List.of(size));
    shapes.put(prefix + "LayerNorm" + BIAS, List.of(size));
  }
}

package org.solrlmtc.training.neural.transformer;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.solrlmtc.core.settings.Settings;
import org.solrlmtc.core.text.Tokenizer;
import org.solrlmtc.core.text.TokenizerSpec;
import org.solrlmtc.training.execution.TrainingException;
import org.solrlmtc.training.neural.graph.TrainedTensors;
import org.solrlmtc.training.neural.layer.Embedding;
import org.solrlmtc.training.neural.layer.EmbeddingContext;
import org.solrlmtc.training.neural.layer.WordEmbedding;
import org.solrlmtc.training.neural.tensor.Matrix;
import org.solrlmtc.training.pretrained.PretrainedEncoder;

/**
 * The vectors of word pieces that come with a published encoder. A finished network has them as
 * {@link WordEmbedding}.
 *
 * @param pretrained name or folder of the encoder
 * @param trainable whether training changes the vectors
 */
record PretrainedEmbedding(String pretrained, boolean trainable) implements Embedding {
  static final String TYPE = "pretrained";

  PretrainedEmbedding {
    if (pretrained.isEmpty()) {
      throw new IllegalArgumentException(
          "the embedding 'pretrained' needs the setting 'pretrained', the name or folder of an"
              + " encoder");
    }
  }

  static PretrainedEmbedding read(Settings section) {
    return new PretrainedEmbedding(
        section.text("pretrained", ""), section.flag("trainable", false));
  }

  @Override
  public String type() {
    return TYPE;
  }

  @Override
  public Map<String, Object> settings() {
    Map<String, Object> settings = new LinkedHashMap<>();
    settings.put("pretrained", pretrained);
    settings.put("trainable", trainable);
    return settings;
  }

  @Override
  public int dimension() {
    return PretrainedEncoder.open(pretrained).config().hiddenSize();
  }

  @Override
  public void check(TokenizerSpec tokenizer) {
    if (tokenizer.words().isPresent()) {
      throw new TrainingException(
          "the embedding 'pretrained' has vectors of word pieces, but the tokenizer '"
              + tokenizer.settings().get("type")
              + "' reads words: use the tokenizer word-pieces");
    }
    PretrainedEncoder.open(pretrained);
  }

  @Override
  public Layer layer(EmbeddingContext context) throws IOException {
    Matrix vectors = PretrainedEncoder.open(pretrained).matrix("embeddings.word_embeddings.weight");
    Tokenizer tokenizer = context.tokenizer();
    if (tokenizer.vocabularySize() != vectors.rows()) {
      throw new TrainingException(
          "the settings 'tokenizer' and 'pretrained' of 'embedding' contradict each other: the"
              + " tokenizer has "
              + tokenizer.vocabularySize()
              + " word pieces, but "
              + pretrained
              + " has vectors of "
              + vectors.rows()
              + "; take both from one encoder");
    }
    return WordEmbedding.layer(
        context.device(),
        context.device().of(vectors.values(), vectors.rows(), vectors.columns()),
        trainable);
  }

  @Override
  public Weights weights(TrainedTensors tensors) {
    return new WordEmbedding.Weights(tensors.matrix("embedding"));
  }
}

package org.solrlmtc.training.neural.layer;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.bytedeco.pytorch.Tensor;
import org.solrlmtc.core.text.TokenizerSpec;
import org.solrlmtc.training.neural.graph.ExportContext;
import org.solrlmtc.training.neural.graph.TrainedTensors;
import org.solrlmtc.training.neural.tensor.Parameter;
import org.solrlmtc.training.neural.text.Batch;
import org.solrlmtc.training.neural.vectors.WordVectors;

/** A type of embedding, from token ids to vectors. One class implements all of it. */
public interface Embedding extends LayerSpec {
  /** The embedding dimension. */
  int dimension();

  /** Whether training changes its vectors. */
  default boolean trainable() {
    return true;
  }

  /** Number of ids per token that it reads. */
  default int idsPerToken() {
    return 1;
  }

  /**
   * Checks what it needs outside of its own settings: the tokenizer, files. Called before any data
   * is read.
   *
   * @throws org.solrlmtc.training.execution.TrainingException naming the setting
   */
  default void check(TokenizerSpec tokenizer) {}

  /** Creates the layer with its initial weights. */
  Layer layer(EmbeddingContext context) throws IOException;

  /** Reads the weights of a finished network. */
  Weights weights(TrainedTensors tensors);

  /** An embedding in training. Remembers its last {@link #forward} for {@link #backward}. */
  interface Layer {
    /**
     * Looks up the vectors.
     *
     * @return one vector per row of the batch
     */
    Tensor forward(Batch batch);

    /**
     * Adds to the gradients of its parameters.
     *
     * @param gradient of the vectors
     */
    void backward(Tensor gradient);

    /**
     * Whether the vector of a token depends on its place in the act. Then every token is a row of
     * its own.
     */
    default boolean contextual() {
      return false;
    }

    /** The trainable parameters; none when the embedding is frozen. */
    List<Parameter> parameters();

    Weights weights();

    /** The pretrained vectors of all words, if it started from such. */
    default Optional<WordVectors> wordVectors() {
      return Optional.empty();
    }
  }

  /** A trained embedding, without LibTorch. */
  interface Weights {
    /** The type and settings that {@link #weights(TrainedTensors)} belongs to. */
    Embedding spec();

    /** Vocabulary size. */
    int vocabularySize();

    /**
     * Adds itself to a graph.
     *
     * @param tokens ids, {@code [batch, tokens]}, or {@code [batch, tokens, ids]} with several ids
     *     per token; int64
     * @return the name of the vectors, {@code [batch, tokens, dimension]}
     */
    String export(ExportContext context, String tokens);

    /**
     * Reference computation of the vectors of a text, which the graph must agree with.
     *
     * @param ids all ids, those of each token in turn
     */
    double[][] reference(int[] ids);
  }
}

package org.solrlmtc.training.neural.layer;

import java.io.IOException;
import java.util.List;
import org.bytedeco.pytorch.Tensor;
import org.solrlmtc.training.neural.graph.ExportContext;
import org.solrlmtc.training.neural.graph.TrainedTensors;
import org.solrlmtc.training.neural.tensor.Parameter;
import org.solrlmtc.training.neural.text.Batch;

/** A kind of embedding, from token ids to vectors. One type owns all of it. */
public interface Embedding extends LayerSpec {
  /** The embedding dimension. */
  int dimension();

  /**
   * Refuses what is wrong outside of the recipe, such as a file that does not exist. Called before
   * any data is read.
   *
   * @throws org.solrlmtc.training.execution.TrainingException naming the setting
   */
  default void check() {}

  /** Creates the layer with its initial weights. */
  Layer layer(EmbeddingContext context) throws IOException;

  /** Takes the weights out of a finished network. */
  Weights weights(TrainedTensors tensors);

  /** An embedding in training. Remembers its last {@link #forward} for {@link #backward}. */
  interface Layer {
    /**
     * Looks up.
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

    /** What training changes; none when the embedding is frozen. */
    List<Parameter> parameters();

    Weights weights();
  }

  /** A trained embedding, without LibTorch. */
  interface Weights {
    /** What {@link #weights(TrainedTensors)} needs to read this again. */
    Embedding spec();

    /** Size of the id range. */
    int vocabularySize();

    /** How many ids describe one token. */
    default int idsPerToken() {
      return 1;
    }

    /**
     * Adds itself to a graph.
     *
     * @param tokens ids, {@code [batch, tokens]}, int64
     * @return the name of the vectors, {@code [batch, tokens, dimension]}
     */
    String export(ExportContext context, String tokens);

    /** The vectors of a text, computed plainly: what the graph must agree with. */
    double[][] reference(int[] ids);
  }
}

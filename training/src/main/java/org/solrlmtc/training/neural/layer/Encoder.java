package org.solrlmtc.training.neural.layer;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.bytedeco.pytorch.Tensor;
import org.solrlmtc.core.text.TokenizerSpec;
import org.solrlmtc.training.execution.Progress;
import org.solrlmtc.training.neural.graph.ExportContext;
import org.solrlmtc.training.neural.graph.GraphValues.EncodedStates;
import org.solrlmtc.training.neural.graph.GraphValues.TokenVectors;
import org.solrlmtc.training.neural.graph.TrainedTensors;
import org.solrlmtc.training.neural.tensor.Parameter;
import org.solrlmtc.training.neural.tensor.Torch;
import org.solrlmtc.training.neural.text.Batch;
import org.solrlmtc.training.neural.text.TokenizedActs;

/** A type of encoder, from token vectors to encoded states. One class implements all of it. */
public interface Encoder extends LayerSpec {
  /**
   * Checks what it needs outside of its own settings. Called before any data is read.
   *
   * @throws IllegalArgumentException naming the settings that contradict each other
   * @throws org.solrlmtc.training.execution.TrainingException naming the file that is wrong
   */
  default void check(TokenizerSpec tokenizer, Embedding embedding, Dropout dropout) {}

  /**
   * The inputs for what an encoder computes before training.
   *
   * @param embedding with its initial vectors
   * @param acts all acts that training reads
   * @param folder where intermediate results can be kept
   */
  record Preparation(
      Embedding.Layer embedding, List<TokenizedActs> acts, Path folder, Progress progress) {}

  /**
   * Creates the layer with its initial weights.
   *
   * @param inputSize the embedding dimension
   */
  Layer layer(Torch device, int inputSize);

  /** Reads the weights of a finished network. */
  Weights weights(TrainedTensors tensors);

  /** An encoder in training. Remembers its last {@link #forward} for {@link #backward}. */
  interface Layer {
    /** Dimension of an encoded state. */
    int outputSize();

    /** Computes what is needed of all acts before training. */
    default void prepare(Preparation preparation) throws IOException {}

    /** Closes what {@link #prepare} opened, after training. */
    default void close() throws IOException {}

    /**
     * A step of the optimiser begins.
     *
     * @param epoch position in training, with its fraction
     */
    default void startStep(double epoch) {}

    /** Encodes as the finished network does: without dropout. {@link #backward} does not follow. */
    default EncodedBatch score(Batch batch, Tensor vectors) {
      return forward(batch, vectors);
    }

    /**
     * Encodes in training.
     *
     * @param vectors one per row of the batch
     */
    EncodedBatch forward(Batch batch, Tensor vectors);

    /**
     * Adds to the gradients of its parameters.
     *
     * @param gradient of the encoded states
     * @return the gradient of the vectors
     */
    Tensor backward(Tensor gradient);

    List<Parameter> parameters();

    Weights weights();
  }

  /** A trained encoder, without LibTorch. */
  interface Weights {
    /** The type and settings that {@link #weights(TrainedTensors)} belongs to. */
    Encoder spec();

    /** The embedding dimension. */
    int inputSize();

    /** Dimension of an encoded state. */
    int outputSize();

    /** Number of neighbouring tokens per state. */
    default int tokensPerState() {
      return 1;
    }

    /** Adds itself to a graph; the context provides further inputs. */
    EncodedStates export(ExportContext context, TokenVectors tokens);

    /**
     * Reference computation of the states of one text, which the graph must agree with.
     *
     * @param vectors one per token
     * @param sectionLengths number of tokens per section
     */
    double[][] reference(double[][] vectors, int[] sectionLengths);
  }
}

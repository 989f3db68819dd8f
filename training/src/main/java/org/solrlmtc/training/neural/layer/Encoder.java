package org.solrlmtc.training.neural.layer;

import java.util.List;
import org.bytedeco.pytorch.Tensor;
import org.solrlmtc.training.neural.graph.ExportContext;
import org.solrlmtc.training.neural.graph.GraphValues.EncodedStates;
import org.solrlmtc.training.neural.graph.GraphValues.TokenVectors;
import org.solrlmtc.training.neural.graph.TrainedTensors;
import org.solrlmtc.training.neural.tensor.Parameter;
import org.solrlmtc.training.neural.tensor.Torch;
import org.solrlmtc.training.neural.text.Batch;

/** A kind of encoder, from token vectors to encoded states. One type owns all of it. */
public interface Encoder extends LayerSpec {
  /**
   * Creates the layer with random initial weights.
   *
   * @param inputSize the embedding dimension
   */
  Layer layer(Torch device, int inputSize);

  /** Takes the weights out of a finished network. */
  Weights weights(TrainedTensors tensors);

  /** An encoder in training. Remembers its last {@link #forward} for {@link #backward}. */
  interface Layer {
    /** Size of an encoded state. */
    int outputSize();

    /**
     * Encodes.
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
    /** What {@link #weights(TrainedTensors)} needs to read this again. */
    Encoder spec();

    /** The embedding dimension. */
    int inputSize();

    /** Size of an encoded state. */
    int outputSize();

    /** How many neighbouring tokens become one state. */
    default int tokensPerState() {
      return 1;
    }

    /** Adds itself to a graph; further inputs are asked for by the context. */
    EncodedStates export(ExportContext context, TokenVectors tokens);

    /**
     * The states of one text, computed plainly: what the graph must agree with.
     *
     * @param vectors one per token
     * @param sectionLengths number of tokens of each section
     */
    double[][] reference(double[][] vectors, int[] sectionLengths);
  }
}

package org.solrlmtc.training.neural.layer;

import java.util.List;
import java.util.Optional;
import org.bytedeco.pytorch.Tensor;
import org.solrlmtc.core.onnx.DescriptorVectors;
import org.solrlmtc.training.neural.graph.ExportContext;
import org.solrlmtc.training.neural.graph.GraphValues.HeadStates;
import org.solrlmtc.training.neural.graph.GraphValues.LabelLogits;
import org.solrlmtc.training.neural.graph.TrainedTensors;
import org.solrlmtc.training.neural.tensor.Matrix;
import org.solrlmtc.training.neural.tensor.Parameter;
import org.solrlmtc.training.neural.tensor.RowSelection;

/** A type of head, from encoded states to one logit per label. One class implements all of it. */
public interface Head extends LayerSpec {
  /**
   * Creates the layer with random initial weights.
   *
   * @param inputSize dimension of an encoded state
   */
  Layer layer(HeadContext context, int inputSize);

  /** Whether it scores labels that no training act has, too. */
  default boolean scoresUnseenLabels() {
    return false;
  }

  /** Reads the weights of a finished network. */
  Weights weights(TrainedTensors tensors);

  /** A head in training. Remembers its last {@link #forward} for {@link #backward}. */
  interface Layer {
    /**
     * Scores.
     *
     * @param labels the labels to score
     * @return the logits, {@code [labels, acts]}
     */
    Tensor forward(EncodedBatch encoded, RowSelection labels);

    /**
     * Adds to the gradients of its parameters.
     *
     * @param gradient of the logits
     * @return the gradient of the encoded states
     */
    Tensor backward(Tensor gradient);

    List<Parameter> parameters();

    Weights weights();
  }

  /** A trained head, without LibTorch. */
  interface Weights {
    /** The type and settings that {@link #weights(TrainedTensors)} belongs to. */
    Head spec();

    /** Dimension of an encoded state. */
    int inputSize();

    int labels();

    /** Adds itself to a graph; the context provides further inputs. */
    LabelLogits export(ExportContext context, HeadStates states);

    /** Reference computation of the logits of one text, which the graph must agree with. */
    double[] reference(double[][] states);

    /**
     * One vector per label, in a file of the bundle instead of the network, which is an input of
     * the network.
     */
    default Optional<Matrix> labelVectors() {
      return Optional.empty();
    }

    /** The vectors of words from which vectors of further labels are computed. */
    default Optional<DescriptorVectors> descriptorVectors() {
      return Optional.empty();
    }
  }
}

package org.solrlmtc.training.neural;

import java.util.List;
import org.bytedeco.pytorch.Tensor;
import org.solrlmtc.training.neural.weights.EncoderWeights;

/**
 * Makes of the word vectors of a batch a sequence of encoded tokens for every act. Remembers its
 * last {@link #forward} for {@link #backward}.
 */
interface Encoder {
  /** Numbers of an encoded token. */
  int outputSize();

  /**
   * Encodes.
   *
   * @param vectors a row for every row of the batch
   */
  Encoded forward(Batch batch, Tensor vectors);

  /**
   * Adds to the gradients of its parameters.
   *
   * @param gradient of the encoded states
   * @return the gradient of the vectors
   */
  Tensor backward(Tensor gradient);

  List<Parameter> parameters();

  EncoderWeights weights();
}

package org.solrlmtc.training.neural;

import java.util.List;
import org.bytedeco.pytorch.Tensor;
import org.solrlmtc.training.neural.weights.HeadWeights;

/** Scores labels from encoded tokens. Remembers its last {@link #forward} for {@link #backward}. */
interface Head {
  /**
   * Scores.
   *
   * @param labels the labels to score
   * @return the logits: a row for every label, a column for every act
   */
  Tensor forward(Encoded encoded, Rows labels);

  /**
   * Adds to the gradients of its parameters.
   *
   * @param gradient of the logits
   * @return the gradient of the encoded states
   */
  Tensor backward(Tensor gradient);

  List<Parameter> parameters();

  HeadWeights weights();
}

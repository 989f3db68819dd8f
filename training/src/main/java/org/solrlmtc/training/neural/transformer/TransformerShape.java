package org.solrlmtc.training.neural.transformer;

import org.solrlmtc.core.settings.SettingChecks;

/**
 * What the sizes of the weights do not tell about a transformer.
 *
 * @param heads attention heads per layer
 * @param activation function of the feed-forward part
 * @param epsilon added to the variance in a layer normalisation
 */
record TransformerShape(int heads, Activation activation, double epsilon) {
  /** The Gaussian error linear unit. */
  enum Activation {
    /** {@code x * Phi(x)} by the error function. */
    GELU,
    /** Its approximation by a hyperbolic tangent. */
    GELU_TANH
  }

  TransformerShape {
    SettingChecks.atLeast("heads", heads, 1);
    if (!(epsilon > 0 && epsilon < 1)) {
      throw new IllegalArgumentException(
          "the setting 'epsilon' of 'encoder' must be above 0 and below 1, not " + epsilon);
    }
  }

  /** Dimension of an attention head. */
  int headSize(int hiddenSize) {
    if (hiddenSize % heads != 0) {
      throw new IllegalArgumentException(
          "the dimension "
              + hiddenSize
              + " of the embedding is no multiple of the setting 'heads' of 'encoder', "
              + heads);
    }
    return hiddenSize / heads;
  }
}

package org.solrlmtc.training.neural;

import java.util.Optional;
import org.bytedeco.pytorch.Tensor;

/**
 * Encoded acts.
 *
 * @param states a row for every token, {@code tokens} of them for each act
 * @param tokens of the longest act
 * @param lengths how many tokens of each act are real; the others are padding
 */
record Encoded(Tensor states, int tokens, int[] lengths) {
  /** Far below every score, and still a number. */
  private static final float NEVER = -1e9f;

  int acts() {
    return lengths.length;
  }

  /** What to add to the scores of tokens so that padding gets none: a row for every act. */
  Optional<Tensor> padding(Torch device) {
    float[] mask = new float[acts() * tokens];
    boolean padded = false;
    for (int act = 0; act < acts(); act++) {
      for (int token = lengths[act]; token < tokens; token++) {
        mask[act * tokens + token] = NEVER;
        padded = true;
      }
    }
    return padded ? Optional.of(device.of(mask, acts(), tokens)) : Optional.empty();
  }
}

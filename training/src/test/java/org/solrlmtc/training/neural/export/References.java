package org.solrlmtc.training.neural.export;

import org.solrlmtc.training.neural.layer.NetworkWeights;
import org.solrlmtc.training.neural.layer.ReferenceMath;

/** What the weights of a network mean. */
final class References {
  private References() {}

  /** The probability of every label, by the plain reference, for a text of one section. */
  static double[] probabilities(NetworkWeights weights, int[] words) {
    double[] probabilities = weights.reference(words, new int[] {words.length});
    for (int label = 0; label < probabilities.length; label++) {
      probabilities[label] = ReferenceMath.sigmoid(probabilities[label]);
    }
    return probabilities;
  }
}

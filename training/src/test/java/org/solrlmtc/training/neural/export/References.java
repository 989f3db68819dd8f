package org.solrlmtc.training.neural.export;

import org.solrlmtc.training.neural.layer.NetworkWeights;
import org.solrlmtc.training.neural.layer.ReferenceMath;

/** Reference computation of networks. */
final class References {
  private References() {}

  /** The probability of every label, by the reference computation, for a text of one section. */
  static double[] probabilities(NetworkWeights weights, int[] words) {
    double[] probabilities = weights.reference(words, new int[] {words.length});
    for (int label = 0; label < probabilities.length; label++) {
      probabilities[label] = ReferenceMath.sigmoid(probabilities[label]);
    }
    return probabilities;
  }
}

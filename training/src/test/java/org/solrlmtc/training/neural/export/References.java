package org.solrlmtc.training.neural.export;

import java.util.Random;
import org.solrlmtc.training.neural.layer.NetworkWeights;
import org.solrlmtc.training.neural.layer.ReferenceMath;

/** Reference computation of networks. */
final class References {
  private References() {}

  /** Sections of many lengths, one of them empty, for a text of this length. */
  static int[] sections(int length) {
    int[] lengths = new Random(length).ints(length, 1, 7).toArray();
    int left = length;
    for (int i = 0; i < lengths.length; i++) {
      lengths[i] = i == 1 ? 0 : Math.min(left, lengths[i]);
      left -= lengths[i];
    }
    return lengths;
  }

  /** The probability of every label, by the reference computation. */
  static double[] probabilities(NetworkWeights weights, int[] words) {
    double[] probabilities = weights.reference(words, sections(words.length));
    for (int label = 0; label < probabilities.length; label++) {
      probabilities[label] = ReferenceMath.sigmoid(probabilities[label]);
    }
    return probabilities;
  }
}

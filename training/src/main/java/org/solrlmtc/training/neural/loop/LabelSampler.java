package org.solrlmtc.training.neural.loop;

import java.util.Arrays;
import java.util.BitSet;
import java.util.SplittableRandom;

/**
 * Samples the labels that a batch is trained on: its gold labels always, every other label at
 * random, frequent labels more often. A sampled label is weighted by the inverse of its
 * probability, so the expected loss is that of all labels.
 */
final class LabelSampler {
  private final double[] probabilities;

  private LabelSampler(double[] probabilities) {
    this.probabilities = probabilities;
  }

  /** No sampling: always all labels that training acts have. */
  static LabelSampler all(int[] trainingActs) {
    return new LabelSampler(
        Arrays.stream(trainingActs).mapToDouble(acts -> acts > 0 ? 1 : 0).toArray());
  }

  /**
   * Samples labels with a probability proportional to the square root of their frequency.
   *
   * @param trainingActs number of training acts per label
   * @param expected expected number of sampled labels, at most
   * @param minProbability lower bound of the probability of a label
   */
  static LabelSampler byFrequency(int[] trainingActs, int expected, double minProbability) {
    double low = 0;
    double high = 1;
    for (int iteration = 0; iteration < 60; iteration++) {
      double scale = (low + high) / 2;
      double sum = 0;
      for (int acts : trainingActs) {
        sum += probability(acts, scale, minProbability);
      }
      if (sum < expected) {
        low = scale;
      } else {
        high = scale;
      }
    }
    double[] probabilities = new double[trainingActs.length];
    for (int label = 0; label < probabilities.length; label++) {
      probabilities[label] = probability(trainingActs[label], high, minProbability);
    }
    return new LabelSampler(probabilities);
  }

  private static double probability(int acts, double scale, double minProbability) {
    // an unseen label is never trained on: it would only be pushed down
    return acts == 0 ? 0 : Math.min(1, Math.max(minProbability, scale * Math.sqrt(acts)));
  }

  /** Samples labels for a batch with these gold labels. */
  Sample sample(BitSet gold, SplittableRandom random) {
    int[] labels = new int[probabilities.length];
    float[] weights = new float[probabilities.length];
    int count = 0;
    for (int label = 0; label < probabilities.length; label++) {
      boolean sampled = random.nextDouble() < probabilities[label];
      if (sampled || gold.get(label)) {
        labels[count] = label;
        weights[count++] = gold.get(label) ? 1 : (float) (1 / probabilities[label]);
      }
    }
    return new Sample(Arrays.copyOf(labels, count), Arrays.copyOf(weights, count));
  }

  /**
   * Sampled labels.
   *
   * @param labels in ascending order
   * @param weights weight of each label in the loss
   */
  record Sample(int[] labels, float[] weights) {}
}

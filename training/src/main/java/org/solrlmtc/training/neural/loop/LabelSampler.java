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
  private final double[] chances;

  private LabelSampler(double[] chances) {
    this.chances = chances;
  }

  /** Chooses all labels, always. */
  static LabelSampler all(int labels) {
    double[] chances = new double[labels];
    Arrays.fill(chances, 1);
    return new LabelSampler(chances);
  }

  /**
   * Chooses labels with chances that grow with the square root of their frequency.
   *
   * @param trainingActs how many acts carry each label
   * @param expected how many labels are drawn on average, at most
   * @param minSamplingProbability of a label
   */
  static LabelSampler byFrequency(int[] trainingActs, int expected, double minSamplingProbability) {
    double low = 0;
    double high = 1;
    for (int round = 0; round < 60; round++) {
      double scale = (low + high) / 2;
      double sum = 0;
      for (int acts : trainingActs) {
        sum += chance(acts, scale, minSamplingProbability);
      }
      if (sum < expected) {
        low = scale;
      } else {
        high = scale;
      }
    }
    double[] chances = new double[trainingActs.length];
    for (int label = 0; label < chances.length; label++) {
      chances[label] = chance(trainingActs[label], high, minSamplingProbability);
    }
    return new LabelSampler(chances);
  }

  private static double chance(int acts, double scale, double minSamplingProbability) {
    return Math.min(1, Math.max(minSamplingProbability, scale * Math.sqrt(acts)));
  }

  /** Chooses labels for a batch with these gold labels. */
  Sample draw(BitSet gold, SplittableRandom random) {
    int[] labels = new int[chances.length];
    float[] weights = new float[chances.length];
    int count = 0;
    for (int label = 0; label < chances.length; label++) {
      boolean drawn = random.nextDouble() < chances[label];
      if (drawn || gold.get(label)) {
        labels[count] = label;
        weights[count++] = gold.get(label) ? 1 : (float) (1 / chances[label]);
      }
    }
    return new Sample(Arrays.copyOf(labels, count), Arrays.copyOf(weights, count));
  }

  /**
   * Chosen labels.
   *
   * @param labels in ascending order
   * @param weights what each counts in the loss
   */
  record Sample(int[] labels, float[] weights) {}
}

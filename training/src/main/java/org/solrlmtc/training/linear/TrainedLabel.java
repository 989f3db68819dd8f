package org.solrlmtc.training.linear;

import java.util.Arrays;

/**
 * What was learnt of a label, or of a cluster of labels taken for one.
 *
 * @param label the number it was learnt under
 * @param features where its weights are, rising
 */
record TrainedLabel(int label, float bias, int[] features, float[] weights) {

  /**
   * The same with other numbers for the features.
   *
   * @param names the new number of each, rising
   */
  TrainedLabel withFeatures(int[] names) {
    return new TrainedLabel(
        label, bias, Arrays.stream(features).map(feature -> names[feature]).toArray(), weights);
  }
}

package org.solrlmtc.training.linear;

import java.util.Arrays;

/**
 * The trained classifier of a label, or of a cluster of labels.
 *
 * @param label the label's number
 * @param features the features of its weights, ascending
 */
record TrainedLabel(int label, float bias, int[] features, float[] weights) {

  /**
   * The same with renumbered features.
   *
   * @param names the new number of each feature, ascending
   */
  TrainedLabel withFeatures(int[] names) {
    return new TrainedLabel(
        label, bias, Arrays.stream(features).map(feature -> names[feature]).toArray(), weights);
  }
}

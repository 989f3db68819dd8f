package org.solrlmtc.core.linear;

/** Weights by column and feature, as the writers of weight files read them. */
final class DenseWeights {
  private DenseWeights() {}

  /** All weights but those of 0. */
  static WeightEntries entries(float[][] weights) {
    return visitor -> {
      for (int column = 0; column < weights.length; column++) {
        for (int feature = 0; feature < weights[column].length; feature++) {
          if (weights[column][feature] != 0) {
            visitor.entry(column, feature, weights[column][feature]);
          }
        }
      }
    };
  }
}

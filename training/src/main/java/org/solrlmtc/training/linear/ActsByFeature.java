package org.solrlmtc.training.linear;

/**
 * Sparse feature vectors of acts by feature (CSC), the acts of a feature in ascending order.
 *
 * @param starts start of each feature, then the end of the last
 */
record ActsByFeature(int[] starts, int[] acts, float[] values) {

  static ActsByFeature of(SparseRows rows) {
    int end = rows.starts()[rows.acts()];
    int[] starts = new int[rows.width() + 1];
    for (int at = 0; at < end; at++) {
      starts[rows.features()[at] + 1]++;
    }
    for (int feature = 1; feature < starts.length; feature++) {
      starts[feature] += starts[feature - 1];
    }
    int[] next = starts.clone();
    int[] acts = new int[end];
    float[] values = new float[end];
    for (int act = 0; act < rows.acts(); act++) {
      for (int at = rows.starts()[act]; at < rows.starts()[act + 1]; at++) {
        int place = next[rows.features()[at]]++;
        acts[place] = act;
        values[place] = rows.values()[at];
      }
    }
    return new ActsByFeature(starts, acts, values);
  }

  /** Adds the weighted values of a feature to the sums of its acts. */
  void add(int feature, float weight, float[] sums) {
    int end = starts[feature + 1];
    for (int at = starts[feature]; at < end; at++) {
      sums[acts[at]] += weight * values[at];
    }
  }
}

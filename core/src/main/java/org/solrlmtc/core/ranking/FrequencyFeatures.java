package org.solrlmtc.core.ranking;

import java.util.List;

/** The number of training acts with the label. */
final class FrequencyFeatures implements FeatureSource {
  private final LabelStatistics statistics;

  FrequencyFeatures(LabelStatistics statistics) {
    this.statistics = statistics;
  }

  @Override
  public FeatureGroup group() {
    return FeatureGroup.FREQUENCY;
  }

  @Override
  public List<String> names() {
    return List.of("label: logarithm of training acts");
  }

  @Override
  public void fill(CandidateContext candidates, float[] rows, int width, int column) {
    for (int i = 0; i < candidates.size(); i++) {
      rows[i * width + column] = (float) Math.log1p(statistics.trainingActs(candidates.labels[i]));
    }
  }
}

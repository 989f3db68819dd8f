package org.solrlmtc.core.ranking;

import java.util.List;

/** The probability of the label, given the act's type. */
final class TypeFeatures implements FeatureSource {
  private final LabelStatistics statistics;

  TypeFeatures(LabelStatistics statistics) {
    this.statistics = statistics;
  }

  @Override
  public FeatureGroup group() {
    return FeatureGroup.TYPE;
  }

  @Override
  public List<String> names() {
    return List.of("type: log-probability of the label", "type: log-ratio to all types");
  }

  @Override
  public void fill(CandidateContext candidates, float[] rows, int width, int column) {
    int type = statistics.type(candidates.input.facts().type());
    for (int i = 0; i < candidates.size(); i++) {
      int label = candidates.labels[i];
      double given = statistics.logProbability(label, type);
      rows[i * width + column] = (float) given;
      rows[i * width + column + 1] = (float) (given - statistics.logProbability(label));
    }
  }
}

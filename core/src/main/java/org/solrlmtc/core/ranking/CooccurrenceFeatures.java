package org.solrlmtc.core.ranking;

import java.util.List;

/** How often training acts that have other likely labels of the act have the candidate, too. */
final class CooccurrenceFeatures implements FeatureSource {
  /** The labels of an act that count. */
  private static final int LIKELY = 12;

  private static final List<String> NAMES =
      List.of("co-occurrence: sum over likely labels", "co-occurrence: largest of likely labels");

  private final LabelStatistics statistics;

  CooccurrenceFeatures(LabelStatistics statistics) {
    this.statistics = statistics;
  }

  @Override
  public FeatureGroup group() {
    return FeatureGroup.COOCCURRENCE;
  }

  @Override
  public List<String> names() {
    return NAMES;
  }

  @Override
  public void fill(CandidateContext candidates, float[] rows, int width, int column) {
    int[] ranks = CandidateContext.ranks(candidates.mixture);
    for (int i = 0; i < candidates.size(); i++) {
      if (ranks[i] >= LIKELY) {
        continue;
      }
      int[] partners = statistics.partners(candidates.labels[i]);
      float[] probabilities = statistics.probabilities(candidates.labels[i]);
      for (int partner = 0; partner < partners.length; partner++) {
        int position = candidates.position(partners[partner]);
        if (position >= 0) {
          float expected = candidates.mixture[i] * probabilities[partner];
          int at = position * width + column;
          rows[at] += expected;
          rows[at + 1] = Math.max(rows[at + 1], expected);
        }
      }
    }
  }
}

package org.solrlmtc.core.ranking;

import java.util.Arrays;
import java.util.List;

/** Words in the header that are similar to those of the label's names. */
final class SimilarityFeatures implements FeatureSource {
  private static final List<String> NAMES =
      List.of("similarity: descriptor and the header", "similarity: nearest name and the header");

  private final LabelNames names;

  SimilarityFeatures(LabelNames names) {
    this.names = names;
  }

  @Override
  public FeatureGroup group() {
    return FeatureGroup.SIMILARITY;
  }

  @Override
  public List<String> names() {
    return NAMES;
  }

  @Override
  public void fill(CandidateContext candidates, float[] rows, int width, int column) {
    // names share words: each is compared with the header once
    float[] known = new float[names.words()];
    Arrays.fill(known, Float.NaN);
    for (int i = 0; i < candidates.size(); i++) {
      int at = i * width + column;
      int label = candidates.labels[i];
      rows[at] = names.descriptorSimilarity(label, candidates.input.facts(), known);
      rows[at + 1] = names.bestSimilarity(label, candidates.input.facts(), known);
    }
  }
}

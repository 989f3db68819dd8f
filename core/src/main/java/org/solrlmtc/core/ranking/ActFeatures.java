package org.solrlmtc.core.ranking;

import java.util.List;

/** The act itself: how much text it has, and how many words of label names. */
final class ActFeatures implements FeatureSource {
  private static final List<String> NAMES =
      List.of(
          "act: logarithm of its length",
          "act: logarithm of the length of its recitals",
          "act: words of label names in the header");

  @Override
  public FeatureGroup group() {
    return FeatureGroup.ACT;
  }

  @Override
  public List<String> names() {
    return NAMES;
  }

  @Override
  public void fill(CandidateContext candidates, float[] rows, int width, int column) {
    ActFacts facts = candidates.input.facts();
    float length = (float) Math.log1p((double) facts.length());
    float recitals = (float) Math.log1p(facts.recitals());
    int words = facts.titleWords().cardinality();
    for (int i = 0; i < candidates.size(); i++) {
      int at = i * width + column;
      rows[at] = length;
      rows[at + 1] = recitals;
      rows[at + 2] = words;
    }
  }
}

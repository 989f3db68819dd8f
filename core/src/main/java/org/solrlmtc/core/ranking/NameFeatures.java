package org.solrlmtc.core.ranking;

import java.util.List;

/** Words of the label's names in the act. */
final class NameFeatures implements FeatureSource {
  private static final List<String> NAMES =
      List.of(
          "names: share of the descriptor in the header",
          "names: largest share of a name in the header",
          "names: share of the descriptor in the text",
          "names: largest share of a name in the text",
          "names: weight of the descriptor");

  private final LabelNames names;

  NameFeatures(LabelNames names) {
    this.names = names;
  }

  @Override
  public FeatureGroup group() {
    return FeatureGroup.NAMES;
  }

  @Override
  public List<String> names() {
    return NAMES;
  }

  @Override
  public void fill(CandidateContext candidates, float[] rows, int width, int column) {
    ActFacts facts = candidates.input.facts();
    for (int i = 0; i < candidates.size(); i++) {
      int label = candidates.labels[i];
      int at = i * width + column;
      rows[at] = names.descriptorShare(label, facts.titleWords());
      rows[at + 1] = names.bestShare(label, facts.titleWords());
      rows[at + 2] = names.descriptorShare(label, facts.textWords());
      rows[at + 3] = names.bestShare(label, facts.textWords());
      rows[at + 4] = names.descriptorWeight(label);
    }
  }
}

package org.solrlmtc.core.ranking;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The label's position in the thesaurus, and the scores of candidates around it. */
final class ThesaurusFeatures implements FeatureSource {
  private static final List<String> NAMES =
      List.of(
          "thesaurus: depth",
          "thesaurus: number of narrower concepts",
          "thesaurus: best score of a broader candidate",
          "thesaurus: best score of a narrower candidate",
          "thesaurus: best score of a sibling",
          "thesaurus: other scores in the microthesaurus");

  private final LabelPlaces places;

  ThesaurusFeatures(LabelPlaces places) {
    this.places = places;
  }

  @Override
  public FeatureGroup group() {
    return FeatureGroup.THESAURUS;
  }

  @Override
  public List<String> names() {
    return NAMES;
  }

  @Override
  public void fill(CandidateContext candidates, float[] rows, int width, int column) {
    Map<Integer, TwoBest> childrenOf = new HashMap<>();
    Map<Integer, Float> microthesauri = new HashMap<>();
    for (int i = 0; i < candidates.size(); i++) {
      int label = candidates.labels[i];
      for (int parent : places.parents(label)) {
        childrenOf.computeIfAbsent(parent, key -> new TwoBest()).add(candidates.mixture[i]);
      }
      microthesauri.merge(places.microthesaurus(label), candidates.mixture[i], Float::sum);
    }
    for (int i = 0; i < candidates.size(); i++) {
      int label = candidates.labels[i];
      float own = candidates.mixture[i];
      int at = i * width + column;
      rows[at] = places.depth(label);
      rows[at + 1] = places.narrowerCount(label);
      for (int parent : places.parents(label)) {
        int position = candidates.position(parent);
        if (position >= 0) {
          rows[at + 2] = Math.max(rows[at + 2], candidates.mixture[position]);
        }
        rows[at + 4] = Math.max(rows[at + 4], childrenOf.get(parent).besides(own));
      }
      TwoBest children = childrenOf.get(label);
      rows[at + 3] = children == null ? 0 : children.best;
      int micro = places.microthesaurus(label);
      rows[at + 5] = micro < 0 ? 0 : microthesauri.get(micro) - own;
    }
  }

  /** The two largest of some scores. */
  private static final class TwoBest {
    private float best;
    private float second;

    void add(float score) {
      second = Math.max(second, Math.min(best, score));
      best = Math.max(best, score);
    }

    /** The largest of the others. */
    float besides(float own) {
      return own == best ? second : best;
    }
  }
}

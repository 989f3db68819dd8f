package org.solrlmtc.core.ranking;

import java.util.List;
import java.util.OptionalInt;
import org.solrlmtc.core.score.LabelSet;
import org.solrlmtc.core.thesaurus.Concept;
import org.solrlmtc.core.thesaurus.Thesaurus;

/** The positions of labels in the thesaurus, by label index. Immutable. */
final class LabelPlaces {
  private final int[] depths;
  private final int[] narrowerCounts;
  private final int[][] parents;
  private final int[] microthesauri;

  LabelPlaces(LabelSet labels, Thesaurus thesaurus) {
    List<String> microIds = thesaurus.microthesauri().stream().map(micro -> micro.id()).toList();
    depths = new int[labels.size()];
    narrowerCounts = new int[labels.size()];
    parents = new int[labels.size()][];
    microthesauri = new int[labels.size()];
    for (int label = 0; label < depths.length; label++) {
      Concept concept = thesaurus.concept(labels.id(label)).orElseThrow();
      depths[label] = depth(concept, thesaurus);
      narrowerCounts[label] = thesaurus.narrower(concept.id()).size();
      parents[label] =
          concept.broader().stream()
              .map(labels::indexOf)
              .flatMapToInt(OptionalInt::stream)
              .toArray();
      microthesauri[label] =
          concept.microthesauri().isEmpty() ? -1 : microIds.indexOf(concept.microthesauri().get(0));
    }
  }

  /** The number of steps to a top concept, by the first broader concept of each. */
  private static int depth(Concept concept, Thesaurus thesaurus) {
    int depth = 0;
    Concept at = concept;
    while (!at.broader().isEmpty()) {
      at = thesaurus.concept(at.broader().get(0)).orElseThrow();
      depth++;
    }
    return depth;
  }

  int depth(int label) {
    return depths[label];
  }

  int narrowerCount(int label) {
    return narrowerCounts[label];
  }

  /** The labels directly above. */
  int[] parents(int label) {
    return parents[label];
  }

  /** The number of the label's first microthesaurus; -1 if it has none. */
  int microthesaurus(int label) {
    return microthesauri[label];
  }
}

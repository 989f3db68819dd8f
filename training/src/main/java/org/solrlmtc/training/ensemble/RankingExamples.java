package org.solrlmtc.training.ensemble;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.solrlmtc.core.ranking.LabelStatistics;
import org.solrlmtc.core.ranking.RankingInput;
import org.solrlmtc.core.score.LabelSet;

/**
 * Acts with gold labels, scored by members that did not see them.
 *
 * @param labels the labels with the number of acts that the members were trained on
 * @param statistics of these acts
 * @param acts the examples
 */
record RankingExamples(LabelSet labels, LabelStatistics statistics, List<Example> acts) {
  RankingExamples {
    acts = List.copyOf(acts);
  }

  /**
   * An act.
   *
   * @param gold its gold concepts
   */
  record Example(RankingInput input, Set<String> gold) {}

  /** The acts at every position that leaves, or does not leave, a remainder. */
  RankingExamples part(int divisor, int remainder, boolean leaves) {
    List<Example> part = new ArrayList<>();
    for (int i = 0; i < acts.size(); i++) {
      if ((i % divisor == remainder) == leaves) {
        part.add(acts.get(i));
      }
    }
    return new RankingExamples(labels, statistics, part);
  }
}

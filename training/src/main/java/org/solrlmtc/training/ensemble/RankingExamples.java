package org.solrlmtc.training.ensemble;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.solrlmtc.core.ranking.LabelStatistics;
import org.solrlmtc.core.ranking.RankingInput;
import org.solrlmtc.core.score.LabelScores;
import org.solrlmtc.core.score.LabelSet;
import org.solrlmtc.core.score.Neighbourhood;

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

  /**
   * The same acts without the scores of a member.
   *
   * @param findsNeighbours whether the neighbours are of this member
   */
  RankingExamples without(int member, boolean findsNeighbours) {
    List<Example> fewer = new ArrayList<>();
    for (Example act : acts) {
      List<LabelScores> scores = new ArrayList<>(act.input().scores());
      scores.remove(member);
      Neighbourhood neighbours = findsNeighbours ? Neighbourhood.NONE : act.input().neighbourhood();
      fewer.add(new Example(new RankingInput(act.input().facts(), scores, neighbours), act.gold()));
    }
    return new RankingExamples(labels, statistics, fewer);
  }
}

package org.solrlmtc.core.ensemble;

import java.util.ArrayList;
import java.util.List;
import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.core.score.LabelScorer;
import org.solrlmtc.core.score.LabelScores;
import org.solrlmtc.core.score.NeighbourSource;
import org.solrlmtc.core.score.Neighbourhood;
import org.solrlmtc.core.score.ScoredLabel;

/**
 * Runs the members of an ensemble. As a cascade, it runs one member first; members that can score
 * candidates then score only the labels that the first one ranks highest.
 */
public final class Members implements AutoCloseable {
  private final List<LabelScorer> scorers;
  private final int candidates;

  /** The member whose best labels are the candidates. */
  private final int candidateMember;

  /**
   * @param scorers the members in their order; closed with this
   */
  public Members(List<LabelScorer> scorers, EnsembleSettings settings) {
    this.scorers = List.copyOf(scorers);
    this.candidates = settings.candidates();
    this.candidateMember = settings.candidateMember();
  }

  List<LabelScorer> scorers() {
    return scorers;
  }

  /** The outputs of all members for each act: the input of combiners and of their training. */
  public List<CombinerInput> run(List<LegalAct> acts) {
    List<List<LabelScores>> scores = new ArrayList<>();
    List<Neighbourhood> neighbourhoods = null;
    List<LabelScores> first = candidates == 0 ? null : scorers.get(candidateMember).score(acts);
    for (int i = 0; i < scorers.size(); i++) {
      LabelScorer member = scorers.get(i);
      if (first != null && i == candidateMember) {
        scores.add(first);
      } else if (member instanceof NeighbourSource source && neighbourhoods == null) {
        neighbourhoods = source.neighbourhoods(acts);
        scores.add(neighbourhoods.stream().map(source::vote).toList());
      } else if (first != null && member.scoresCandidates()) {
        scores.add(member.score(acts, first.stream().map(this::best).toList()));
      } else {
        scores.add(member.score(acts));
      }
    }
    List<CombinerInput> inputs = new ArrayList<>(acts.size());
    for (int i = 0; i < acts.size(); i++) {
      int act = i;
      inputs.add(
          new CombinerInput(
              acts.get(act),
              scores.stream().map(ofMember -> ofMember.get(act)).toList(),
              neighbourhoods == null ? Neighbourhood.NONE : neighbourhoods.get(act)));
    }
    return inputs;
  }

  private int[] best(LabelScores scores) {
    return scores.top(candidates).stream().mapToInt(ScoredLabel::index).toArray();
  }

  /** Closes all scorers, even if some of them fail; then throws the first failure. */
  @Override
  public void close() {
    closeAll(scorers);
  }

  /** Closes scorers like {@link #close}. */
  static void closeAll(List<LabelScorer> scorers) {
    List<RuntimeException> failures = new ArrayList<>();
    for (LabelScorer scorer : scorers) {
      try {
        scorer.close();
      } catch (RuntimeException e) {
        failures.add(e);
      }
    }
    if (!failures.isEmpty()) {
      throw failures.get(0);
    }
  }
}

package org.solrlmtc.core.ensemble;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.core.score.Coverage;
import org.solrlmtc.core.score.Evidence;
import org.solrlmtc.core.score.LabelScorer;
import org.solrlmtc.core.score.LabelScores;
import org.solrlmtc.core.score.LabelSet;
import org.solrlmtc.core.score.ScoredLabel;

/**
 * Runs several models and combines their scores. As a cascade, it runs one member first; members
 * that can score candidates then score only the labels that the first one ranks highest.
 */
public final class EnsembleScorer implements LabelScorer {
  private final LabelSet labels;
  private final List<LabelScorer> members;
  private final int candidates;

  /** The member whose best labels are the candidates. */
  private final int candidateMember;

  private final ScoreCombiner combiner;

  EnsembleScorer(
      LabelSet labels,
      List<LabelScorer> members,
      EnsembleSettings settings,
      ScoreCombiner combiner) {
    this.labels = labels;
    this.members = List.copyOf(members);
    this.candidates = settings.candidates();
    this.candidateMember = settings.candidateMember();
    this.combiner = combiner;
  }

  @Override
  public LabelSet labels() {
    return labels;
  }

  /** The members, in the order of the combiner's weights. */
  public List<LabelScorer> members() {
    return members;
  }

  /** The devices of all members. */
  @Override
  public String device() {
    return members.stream()
        .map(LabelScorer::device)
        .distinct()
        .sorted()
        .collect(Collectors.joining(", "));
  }

  @Override
  public int batchSize() {
    return members.stream().mapToInt(LabelScorer::batchSize).max().orElse(1);
  }

  @Override
  public List<LabelScores> score(List<LegalAct> acts) {
    List<List<LabelScores>> byMember = memberScores(acts);
    List<LabelScores> scores = new ArrayList<>(acts.size());
    for (int act = 0; act < acts.size(); act++) {
      int number = act;
      List<LabelScores> ofAct =
          byMember.stream().map(list -> list.get(number)).collect(Collectors.toList());
      scores.add(combiner.combine(acts.get(act), ofAct).withCoverage(coverage(ofAct)));
    }
    return scores;
  }

  /** That of the first member that has one. */
  private static Optional<Coverage> coverage(List<LabelScores> ofMembers) {
    return ofMembers.stream().flatMap(scores -> scores.coverage().stream()).findFirst();
  }

  /**
   * The scores of each member for each act, in the order of members: the input of combiners and of
   * their training.
   */
  public List<List<LabelScores>> memberScores(List<LegalAct> acts) {
    if (candidates == 0) {
      return members.stream().map(member -> member.score(acts)).collect(Collectors.toList());
    }
    List<LabelScores> first = members.get(candidateMember).score(acts);
    List<int[]> best = first.stream().map(this::best).toList();
    List<List<LabelScores>> scores = new ArrayList<>();
    for (int i = 0; i < members.size(); i++) {
      LabelScorer member = members.get(i);
      if (i == candidateMember) {
        scores.add(first);
      } else if (member.scoresCandidates()) {
        scores.add(member.score(acts, best));
      } else {
        scores.add(member.score(acts));
      }
    }
    return scores;
  }

  private int[] best(LabelScores scores) {
    return scores.top(candidates).stream().mapToInt(ScoredLabel::index).toArray();
  }

  @Override
  public boolean explains() {
    return members.stream().anyMatch(LabelScorer::explains);
  }

  /** The members' passages, each weighted as the combiner weights its member. */
  @Override
  public List<List<Evidence>> explain(LegalAct act, int[] wanted, int limit) {
    List<List<Evidence>> passages = new ArrayList<>();
    for (int i = 0; i < wanted.length; i++) {
      passages.add(new ArrayList<>());
    }
    for (int member = 0; member < members.size(); member++) {
      if (members.get(member).explains()) {
        List<List<Evidence>> found = members.get(member).explain(act, wanted, limit);
        for (int i = 0; i < wanted.length; i++) {
          float weight = (float) combiner.evidenceWeight(member, wanted[i]);
          if (weight > 0) {
            for (Evidence evidence : found.get(i)) {
              passages.get(i).add(evidence.withWeight(weight * evidence.weight()));
            }
          }
        }
      }
    }
    return passages.stream().map(parts -> Evidence.mergeOverlapping(parts, limit)).toList();
  }

  @Override
  public void close() {
    closeAll(members);
  }

  /** Closes all scorers, even if some of them fail; then throws the first failure. */
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

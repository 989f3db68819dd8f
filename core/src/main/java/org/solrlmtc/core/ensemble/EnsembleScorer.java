package org.solrlmtc.core.ensemble;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.core.score.Evidence;
import org.solrlmtc.core.score.LabelScorer;
import org.solrlmtc.core.score.LabelScores;
import org.solrlmtc.core.score.LabelSet;
import org.solrlmtc.core.score.ScoredLabel;

/** Puts the scores of several models together. A label that no member finds likely has no score. */
public final class EnsembleScorer implements LabelScorer {
  private final LabelSet labels;
  private final List<LabelScorer> members;
  private final EnsembleSettings settings;

  EnsembleScorer(LabelSet labels, List<LabelScorer> members, EnsembleSettings settings) {
    this.labels = labels;
    this.members = List.copyOf(members);
    this.settings = settings;
  }

  @Override
  public LabelSet labels() {
    return labels;
  }

  /** The models inside, in the order of their weights. */
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
  public int batch() {
    return members.stream().mapToInt(LabelScorer::batch).max().orElse(1);
  }

  @Override
  public List<LabelScores> score(List<LegalAct> acts) {
    List<List<LabelScores>> byMember = memberScores(acts);
    List<LabelScores> scores = new ArrayList<>(acts.size());
    for (int act = 0; act < acts.size(); act++) {
      int number = act;
      scores.add(mix(byMember.stream().map(list -> list.get(number)).collect(Collectors.toList())));
    }
    return scores;
  }

  /** What each member says of each act, in the order of members: what mixtures are fitted to. */
  public List<List<LabelScores>> memberScores(List<LegalAct> acts) {
    List<List<LabelScores>> scores = new ArrayList<>();
    List<int[]> candidates = List.of();
    for (LabelScorer member : members) {
      if (scores.isEmpty() || settings.candidates() == 0) {
        scores.add(member.score(acts));
      } else if (member.scoresCandidates()) {
        if (candidates.isEmpty()) {
          candidates = best(scores.get(0));
        }
        scores.add(member.score(acts, candidates));
      } else {
        scores.add(member.score(acts));
      }
    }
    return scores;
  }

  /** The labels that other members are asked about, of each act; empty when about all. */
  public Optional<List<int[]>> candidates(List<LegalAct> acts) {
    return settings.candidates() == 0
        ? Optional.empty()
        : Optional.of(best(members.get(0).score(acts)));
  }

  private List<int[]> best(List<LabelScores> first) {
    return first.stream()
        .map(scores -> scores.top(settings.candidates()))
        .map(top -> top.stream().mapToInt(ScoredLabel::index).toArray())
        .toList();
  }

  private LabelScores mix(List<LabelScores> ofMembers) {
    float[][] byLabel = new float[labels.size()][];
    for (int i = 0; i < ofMembers.size(); i++) {
      int member = i;
      ofMembers
          .get(i)
          .forEach(
              (label, score) -> {
                if (!LogisticWeights.isNothing(score)) {
                  if (byLabel[label] == null) {
                    byLabel[label] = new float[members.size()];
                  }
                  byLabel[label][member] = score;
                }
              });
    }
    int[] indexes = new int[labels.size()];
    float[] scores = new float[labels.size()];
    int found = 0;
    for (int label = 0; label < byLabel.length; label++) {
      if (byLabel[label] != null) {
        indexes[found] = label;
        scores[found++] = mixture(label).probability(byLabel[label], labels.trainingActs(label));
      }
    }
    return LabelScores.sparse(labels, Arrays.copyOf(indexes, found), Arrays.copyOf(scores, found));
  }

  private LogisticWeights mixture(int label) {
    return labels.trainingActs(label) > 0 ? settings.trained() : settings.unseen();
  }

  private float share(int member, int label) {
    return (float) mixture(label).share(member, members.size(), labels.trainingActs(label));
  }

  @Override
  public boolean explains() {
    return members.stream().anyMatch(LabelScorer::explains);
  }

  /** The members' passages, each as strong as its member's share in the ensemble makes it. */
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
          float weight = share(member, wanted[i]);
          if (weight > 0) {
            for (Evidence evidence : found.get(i)) {
              passages.get(i).add(evidence.weighing(weight * evidence.weight()));
            }
          }
        }
      }
    }
    return passages.stream().map(parts -> Evidence.joined(parts, limit)).toList();
  }

  @Override
  public void close() {
    closeAll(members);
  }

  /** Closes all, whatever some of them say to it. */
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

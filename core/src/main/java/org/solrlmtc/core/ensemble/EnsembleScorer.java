package org.solrlmtc.core.ensemble;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.core.score.Coverage;
import org.solrlmtc.core.score.EditedScorer;
import org.solrlmtc.core.score.Evidence;
import org.solrlmtc.core.score.LabelScorer;
import org.solrlmtc.core.score.LabelScores;
import org.solrlmtc.core.score.LabelSet;
import org.solrlmtc.core.score.LearningScorer;
import org.solrlmtc.core.score.SimilarAct;

/** Runs several models and combines their scores. */
public final class EnsembleScorer implements LabelScorer {
  private final LabelSet labels;
  private final Members members;
  private final ScoreCombiner combiner;

  /** Combines the scores of labels as they were trained; empty if none was edited since. */
  private final Optional<ScoreCombiner> trained;

  EnsembleScorer(
      LabelSet labels, Members members, ScoreCombiner combiner, Optional<ScoreCombiner> trained) {
    this.labels = labels;
    this.members = members;
    this.combiner = combiner;
    this.trained = trained;
  }

  @Override
  public LabelSet labels() {
    return labels;
  }

  /** The members, in the order of the combiner's weights. */
  public List<LabelScorer> members() {
    return members.scorers();
  }

  /** The first member that learns: its neighbours are those that a ranking sees. */
  @Override
  public Optional<LearningScorer> learning() {
    return members().stream().flatMap(member -> member.learning().stream()).findFirst();
  }

  /** The devices of all members. */
  @Override
  public String device() {
    return members().stream()
        .map(LabelScorer::device)
        .distinct()
        .sorted()
        .collect(Collectors.joining(", "));
  }

  @Override
  public int batchSize() {
    return members().stream().mapToInt(LabelScorer::batchSize).max().orElse(1);
  }

  @Override
  public List<LabelScores> score(List<LegalAct> acts) {
    return members.views(acts).stream().map(this::combine).collect(Collectors.toList());
  }

  private LabelScores combine(Members.Views views) {
    LabelScores scores =
        trained.isEmpty()
            ? combiner.combine(views.present())
            : EditedScorer.merge(
                trained.get().combine(views.trained()),
                combiner.combine(views.present(), labels.withNewNames()));
    return scores.withCoverage(Coverage.ofMembers(views.present().scores()));
  }

  /** The outputs of the members for each act, before they are combined. */
  public List<CombinerInput> outputs(List<LegalAct> acts) {
    return members.run(acts);
  }

  @Override
  public boolean explains() {
    return members().stream().anyMatch(LabelScorer::explains);
  }

  /** The members' passages, each weighted as the combiner weights its member. */
  @Override
  public List<List<Evidence>> explain(LegalAct act, int[] wanted, int limit) {
    List<List<Evidence>> passages = new ArrayList<>();
    for (int i = 0; i < wanted.length; i++) {
      passages.add(new ArrayList<>());
    }
    for (int member = 0; member < members().size(); member++) {
      if (members().get(member).explains()) {
        List<List<Evidence>> found = members().get(member).explain(act, wanted, limit);
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

  /** The acts of all members, most similar first. */
  @Override
  public List<List<SimilarAct>> similarActs(LegalAct act, int[] wanted, int limit) {
    List<List<SimilarAct>> acts = new ArrayList<>();
    for (int i = 0; i < wanted.length; i++) {
      acts.add(new ArrayList<>());
    }
    for (LabelScorer member : members()) {
      List<List<SimilarAct>> found = member.similarActs(act, wanted, limit);
      for (int i = 0; i < wanted.length; i++) {
        acts.get(i).addAll(found.get(i));
      }
    }
    return acts.stream()
        .map(
            ofLabel ->
                ofLabel.stream()
                    .sorted(Comparator.comparing(SimilarAct::similarity).reversed())
                    .limit(limit)
                    .toList())
        .toList();
  }

  @Override
  public void close() {
    members.close();
  }
}

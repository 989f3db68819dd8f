package org.solrlmtc.core.ensemble;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
import org.solrlmtc.core.score.NeighbourSource;
import org.solrlmtc.core.score.SimilarAct;

/** Runs several models and combines their scores. */
public final class EnsembleScorer implements LabelScorer {
  private final LabelSet labels;
  private final Members members;
  private final ScoreCombiner combiner;

  /** Combines the scores of labels as they were trained; empty if none was edited since. */
  private final Optional<ScoreCombiner> trained;

  private final Optional<EarlyExit> earlyExit;

  EnsembleScorer(
      LabelSet labels,
      Members members,
      ScoreCombiner combiner,
      Optional<ScoreCombiner> trained,
      Optional<EarlyExit> earlyExit) {
    this.labels = labels;
    this.members = members;
    this.combiner = combiner;
    this.trained = trained;
    // scores of edited labels come from the present names, which all members must see
    this.earlyExit = members.edited() ? Optional.empty() : earlyExit;
  }

  /**
   * The same ensemble with another confidence of early exit; it shares the members of this one.
   *
   * @throws IllegalStateException if it has no early exit
   */
  public EnsembleScorer withEarlyExitAt(double confidence) {
    EarlyExit exit = earlyExit.orElseThrow(() -> new IllegalStateException("no early exit"));
    return new EnsembleScorer(
        labels,
        members,
        combiner,
        trained,
        Optional.of(
            new EarlyExit(
                exit.members(), EarlyExitSettings.checkConfidence(confidence), exit.combiner())));
  }

  /** Whether some acts need only a part of the members. */
  public boolean exitsEarly() {
    return earlyExit.isPresent();
  }

  /** For each act, whether it needs only the first members. */
  public List<Boolean> exits(List<LegalAct> acts) {
    if (earlyExit.isEmpty()) {
      return Collections.nCopies(acts.size(), false);
    }
    EarlyExit exit = earlyExit.get();
    return members.run(acts, exit.members()).stream()
        .map(input -> exit.isSure(exit.combine(input)))
        .toList();
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
    return earlyExit.isPresent()
        ? score(acts, earlyExit.get())
        : members.views(acts).stream().map(this::combine).collect(Collectors.toList());
  }

  private List<LabelScores> score(List<LegalAct> acts, EarlyExit exit) {
    List<CombinerInput> first = members.run(acts, exit.members());
    List<LabelScores> scores = new ArrayList<>(acts.size());
    List<Integer> unsure = new ArrayList<>();
    for (int act = 0; act < acts.size(); act++) {
      LabelScores ofFirst = exit.combine(first.get(act));
      scores.add(ofFirst.withCoverage(Coverage.ofMembers(first.get(act).scores())));
      if (!exit.isSure(ofFirst)) {
        unsure.add(act);
      }
    }
    if (!unsure.isEmpty()) {
      Map<Integer, List<LabelScores>> known = new HashMap<>();
      for (int member : exit.members()) {
        // the similar acts themselves are needed, too
        if (!(members().get(member) instanceof NeighbourSource)) {
          known.put(
              member, unsure.stream().map(act -> first.get(act).scores().get(member)).toList());
        }
      }
      List<Members.Views> all = members.views(unsure.stream().map(acts::get).toList(), known);
      for (int i = 0; i < unsure.size(); i++) {
        scores.set(unsure.get(i), combine(all.get(i)));
      }
    }
    return scores;
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

package org.solrlmtc.core.ensemble;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.core.score.EditedScorer;
import org.solrlmtc.core.score.LabelScorer;
import org.solrlmtc.core.score.LabelScores;
import org.solrlmtc.core.score.LabelSet;
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

  /** Whether labels were edited after training, so that their scores follow new names. */
  private final boolean edited;

  /** The labels as they were trained. */
  private final LabelSet trainedLabels;

  /** The member whose best labels are the candidates. */
  private final int candidateMember;

  /**
   * @param scorers the members in their order; closed with this
   */
  public Members(List<LabelScorer> scorers, EnsembleSettings settings) {
    this.scorers = List.copyOf(scorers);
    this.candidates = settings.candidates();
    this.candidateMember = settings.candidateMember();
    LabelSet labels = scorers.get(0).labels();
    this.edited = !labels.withNewNames().isEmpty();
    this.trainedLabels = edited ? labels.trained() : labels;
  }

  List<LabelScorer> scorers() {
    return scorers;
  }

  /**
   * What the members say about an act.
   *
   * @param present about all labels
   * @param trained about the labels as they were trained; the same if none was edited since
   */
  record Views(CombinerInput present, CombinerInput trained) {}

  /** The outputs of all members for each act: the input of combiners and of their training. */
  public List<CombinerInput> run(List<LegalAct> acts) {
    return views(acts).stream().map(Views::present).toList();
  }

  /** Whether labels were edited after training. */
  boolean edited() {
    return edited;
  }

  /** The outputs of some members for each act; the others have no scores. */
  List<CombinerInput> run(List<LegalAct> acts, List<Integer> some) {
    List<List<LabelScores>> scores = new ArrayList<>();
    for (int i = 0; i < scorers.size(); i++) {
      scores.add(
          some.contains(i)
              ? scorers.get(i).score(acts)
              : Collections.nCopies(
                  acts.size(), LabelScores.sparse(trainedLabels, new int[0], new float[0])));
    }
    List<CombinerInput> inputs = new ArrayList<>(acts.size());
    for (int i = 0; i < acts.size(); i++) {
      inputs.add(new CombinerInput(acts.get(i), ofAct(scores, i), Neighbourhood.NONE));
    }
    return inputs;
  }

  /** As {@link #run(List)}, also with the labels as they were trained. */
  List<Views> views(List<LegalAct> acts) {
    return views(acts, Map.of());
  }

  /**
   * As {@link #run(List)}, also with the labels as they were trained.
   *
   * @param known scores that some members gave already; only if no label was edited
   */
  List<Views> views(List<LegalAct> acts, Map<Integer, List<LabelScores>> known) {
    List<List<LabelScores>> present = new ArrayList<>();
    List<List<LabelScores>> trained = new ArrayList<>();
    List<Neighbourhood> neighbourhoods = null;
    ViewedScores first = candidates == 0 ? null : scores(candidateMember, acts, known);
    List<int[]> best = first == null ? null : best(first.trained(), trainedLabels.size());
    for (int i = 0; i < scorers.size(); i++) {
      LabelScorer member = scorers.get(i);
      ViewedScores scores;
      if (first != null && i == candidateMember) {
        scores = first;
      } else if (member instanceof NeighbourSource source && neighbourhoods == null) {
        neighbourhoods = source.neighbourhoods(acts);
        scores = ViewedScores.same(neighbourhoods.stream().map(source::vote).toList());
      } else if (best != null && i != candidateMember && member.scoresCandidates()) {
        scores = ViewedScores.same(member.score(acts, best));
      } else {
        scores = scores(i, acts, known);
      }
      present.add(scores.present());
      trained.add(
          edited
              ? scores.trained().stream().map(ofAct -> ofAct.within(trainedLabels)).toList()
              : scores.present());
    }
    List<Views> views = new ArrayList<>(acts.size());
    for (int i = 0; i < acts.size(); i++) {
      Neighbourhood near = neighbourhoods == null ? Neighbourhood.NONE : neighbourhoods.get(i);
      CombinerInput all = new CombinerInput(acts.get(i), ofAct(present, i), near);
      views.add(
          new Views(
              all,
              edited
                  ? new CombinerInput(
                      acts.get(i), ofAct(trained, i), near.within(trainedLabels.size()))
                  : all));
    }
    return views;
  }

  private record ViewedScores(List<LabelScores> present, List<LabelScores> trained) {
    static ViewedScores same(List<LabelScores> scores) {
      return new ViewedScores(scores, scores);
    }
  }

  private ViewedScores scores(
      int number, List<LegalAct> acts, Map<Integer, List<LabelScores>> known) {
    if (known.containsKey(number)) {
      return ViewedScores.same(known.get(number));
    }
    LabelScorer member = scorers.get(number);
    if (member instanceof EditedScorer edited) {
      List<LabelScores> trained = edited.trained().score(acts);
      return new ViewedScores(edited.merge(trained, acts), trained);
    }
    return ViewedScores.same(member.score(acts));
  }

  private static List<LabelScores> ofAct(List<List<LabelScores>> scores, int act) {
    return scores.stream().map(ofMember -> ofMember.get(act)).toList();
  }

  /** Added labels are no candidates: they would take the places of others. */
  private List<int[]> best(List<LabelScores> scores, int trainedLabels) {
    return scores.stream()
        .map(
            ofAct ->
                ofAct.top(candidates, label -> label < trainedLabels).stream()
                    .mapToInt(ScoredLabel::index)
                    .toArray())
        .toList();
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

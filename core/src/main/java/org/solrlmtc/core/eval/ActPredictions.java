package org.solrlmtc.core.eval;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.solrlmtc.core.decide.DecisionRule;
import org.solrlmtc.core.score.Coverage;
import org.solrlmtc.core.score.LabelScores;
import org.solrlmtc.core.score.LabelSet;
import org.solrlmtc.core.score.ScoredLabel;

/**
 * One act's predicted labels in rank order. The order is that of the list, in which ties are
 * already broken by label index ({@link ScoredLabel}'s natural order). Scores never rise along it.
 *
 * @param act the act's identifier
 * @param ranking best label first, no label twice
 * @param coverage how much of the act the model knows, if it says so
 */
public record ActPredictions(String act, List<Prediction> ranking, Optional<Coverage> coverage) {

  public ActPredictions {
    Objects.requireNonNull(act, "act");
    ranking = List.copyOf(ranking);
    Set<String> seen = new HashSet<>();
    float last = Float.POSITIVE_INFINITY;
    for (Prediction prediction : ranking) {
      if (!seen.add(prediction.label())) {
        throw new IllegalArgumentException(
            "act " + act + ": the label " + prediction.label() + " is predicted twice");
      }
      if (prediction.score() > last) {
        throw new IllegalArgumentException(
            "act "
                + act
                + ": the label "
                + prediction.label()
                + " scores higher than the one before it; predictions must be in rank order");
      }
      last = prediction.score();
    }
  }

  /** Predictions of a system that does not say how much of the act it knows. */
  public ActPredictions(String act, List<Prediction> ranking) {
    this(act, ranking, Optional.empty());
  }

  /** Sorts the scored labels of a model into rank order: by score, ties by label index. */
  public static ActPredictions of(String act, Collection<ScoredLabel> labels) {
    return new ActPredictions(
        act,
        labels.stream().sorted().map(label -> new Prediction(label.id(), label.score())).toList());
  }

  /**
   * The part of a model's scores that the measures need: the {@code depth} best labels of every
   * label group and of the labels outside {@code groups}, so that no ranking is truncated before
   * {@code depth}; and every label that one of the rules considers.
   */
  public static ActPredictions of(
      String act, LabelScores scores, LabelSet groups, int depth, List<DecisionRule> rules) {
    Set<ScoredLabel> kept = new TreeSet<>();
    for (EvaluationGroup group : EvaluationGroup.LABEL_GROUPS) {
      kept.addAll(scores.top(depth, index -> group.contains(groups, scores.labels().id(index))));
    }
    kept.addAll(scores.top(depth, index -> groups.indexOf(scores.labels().id(index)).isEmpty()));
    rules.forEach(rule -> kept.addAll(rule.considered(scores)));
    return new ActPredictions(act, of(act, kept).ranking, scores.coverage());
  }
}

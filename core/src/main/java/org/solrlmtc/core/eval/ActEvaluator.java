package org.solrlmtc.core.eval;

import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Compares an act's predictions with its gold labels. Not thread-safe. */
public final class ActEvaluator {
  private final EvaluationSettings settings;
  private final Optional<Hierarchy> hierarchy;

  public ActEvaluator(EvaluationSettings settings) {
    this.settings = settings;
    this.hierarchy = settings.ancestors().map(Hierarchy::new);
  }

  /**
   * @throws IllegalArgumentException naming act and label if a gold label appears twice
   */
  public ActOutcome evaluate(ActPredictions predictions, Collection<String> gold) {
    Set<String> goldSet = new TreeSet<>();
    for (String label : gold) {
      if (!goldSet.add(label)) {
        throw new IllegalArgumentException(
            "act " + predictions.act() + ": the gold label " + label + " appears twice");
      }
    }
    Set<String> assigned = assigned(predictions);
    Map<EvaluationGroup, GroupOutcome> groups = new EnumMap<>(EvaluationGroup.class);
    for (EvaluationGroup group : EvaluationGroup.values()) {
      groups.put(
          group,
          outcome(
              restrict(predictions.ranking().stream().map(Prediction::label).toList(), group),
              new TreeSet<>(restrict(goldSet, group)),
              new LinkedHashSet<>(restrict(assigned, group))));
    }
    return new ActOutcome(predictions.act(), goldSet, assigned, groups);
  }

  private GroupOutcome outcome(List<String> ranking, Set<String> gold, Set<String> assigned) {
    int depth = Math.min(settings.depth(), ranking.size());
    List<Integer> hitRanks = new ArrayList<>();
    for (int rank = 1; rank <= depth; rank++) {
      if (gold.contains(ranking.get(rank - 1))) {
        hitRanks.add(rank);
      }
    }
    long truePositives = assigned.stream().filter(gold::contains).count();
    return new GroupOutcome(
        gold.size(),
        hitRanks.stream().mapToInt(Integer::intValue).toArray(),
        new DecisionCounts(
            truePositives, assigned.size() - truePositives, gold.size() - truePositives),
        hierarchy.map(
            above ->
                new GroupOutcome.HierarchyOutcome(
                    above.decisions(assigned, gold), credits(above, ranking, gold))));
  }

  private double[] credits(Hierarchy above, List<String> ranking, Set<String> gold) {
    return gold.isEmpty()
        ? new double[settings.ks().size()]
        : settings.ks().stream().mapToDouble(k -> above.rPrecision(ranking, gold, k)).toArray();
  }

  private List<String> restrict(Collection<String> labels, EvaluationGroup group) {
    return labels.stream().filter(label -> group.contains(settings.labels(), label)).toList();
  }

  private Set<String> assigned(ActPredictions predictions) {
    return settings
        .rule()
        .within(predictions.coverage())
        .decide(predictions.ranking(), Prediction::label, Prediction::score)
        .stream()
        .map(Prediction::label)
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }
}

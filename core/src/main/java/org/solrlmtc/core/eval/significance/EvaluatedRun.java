package org.solrlmtc.core.eval.significance;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.solrlmtc.core.eval.ActEvaluator;
import org.solrlmtc.core.eval.ActOutcome;
import org.solrlmtc.core.eval.ActPredictions;
import org.solrlmtc.core.eval.DecisionCounts;
import org.solrlmtc.core.eval.EvaluationGroup;
import org.solrlmtc.core.eval.EvaluationSettings;
import org.solrlmtc.core.eval.Evaluator;
import org.solrlmtc.core.eval.GroupOutcome;
import org.solrlmtc.core.eval.Measure;

/**
 * The results of one system by act, for significance tests and confidence intervals. Unlike an
 * {@link Evaluator} it keeps every act, in the order of their ids. Not thread-safe while acts are
 * added.
 */
public final class EvaluatedRun {
  private final EvaluationSettings settings;
  private final ActEvaluator evaluator;
  private final TreeMap<String, CompactOutcome> outcomes = new TreeMap<>();

  /** The labels of all acts, by their indexes in the outcomes. */
  private final List<String> labels = new ArrayList<>();

  private final Map<String, Integer> indexes = new HashMap<>();

  public EvaluatedRun(EvaluationSettings settings) {
    this.settings = settings;
    this.evaluator = new ActEvaluator(settings);
  }

  /**
   * Adds one act.
   *
   * @throws IllegalArgumentException naming the act if it is added twice or has a gold label twice
   */
  public void add(ActPredictions predictions, Collection<String> gold) {
    add(evaluator.evaluate(predictions, gold));
  }

  /** Adds an act that was evaluated before. */
  void add(ActOutcome outcome) {
    CompactOutcome compact = CompactOutcome.of(outcome, this::index);
    if (outcomes.putIfAbsent(outcome.act(), compact) != null) {
      throw new IllegalArgumentException("the act " + outcome.act() + " is evaluated twice");
    }
  }

  /** The outcomes of all acts, in the order of their ids. */
  Iterable<ActOutcome> outcomes() {
    return () -> outcomes.entrySet().stream().map(entry -> outcome(entry)).iterator();
  }

  private ActOutcome outcome(Map.Entry<String, CompactOutcome> entry) {
    CompactOutcome compact = entry.getValue();
    Map<EvaluationGroup, GroupOutcome> groups = new EnumMap<>(EvaluationGroup.class);
    for (EvaluationGroup group : EvaluationGroup.values()) {
      groups.put(group, compact.group(group));
    }
    return new ActOutcome(entry.getKey(), names(compact.gold()), names(compact.assigned()), groups);
  }

  private int index(String label) {
    return indexes.computeIfAbsent(
        label,
        any -> {
          labels.add(label);
          return labels.size() - 1;
        });
  }

  private Set<String> names(int[] indexesOfLabels) {
    return Arrays.stream(indexesOfLabels).mapToObj(labels::get).collect(Collectors.toSet());
  }

  /** Ids of the acts, in order. */
  public List<String> acts() {
    return List.copyOf(outcomes.keySet());
  }

  /**
   * The values of a measure by act, in the order of {@link #acts}; {@code NaN} for an act without
   * gold labels in the measure's group.
   *
   * @throws IllegalArgumentException for measures that are not means over acts
   */
  public double[] perAct(Measure measure) {
    ToDoubleFunction<GroupOutcome> value = valueOf(measure);
    return outcomes.values().stream()
        .map(outcome -> outcome.group(measure.group()))
        .mapToDouble(group -> group.gold() == 0 ? Double.NaN : value.applyAsDouble(group))
        .toArray();
  }

  /** The measure over all acts. */
  public double value(Measure measure) {
    SampledMeasure sampled = sampled(measure);
    return sampled.value(IntStream.range(0, sampled.acts()).toArray());
  }

  /**
   * @throws IllegalArgumentException if there is nothing to measure
   */
  SampledMeasure sampledIfDefined(Measure measure) {
    if (Double.isNaN(value(measure))) {
      throw new IllegalArgumentException(
          measure + " is undefined: no act has a gold label in the group");
    }
    return sampled(measure);
  }

  SampledMeasure sampled(Measure measure) {
    return switch (measure.kind().averaging()) {
      case RANKING, PER_ACT ->
          SummedMeasure.mean(
              Arrays.stream(perAct(measure)).filter(value -> !Double.isNaN(value)).toArray());
      case MICRO -> micro(measure);
      case MACRO ->
          new MacroMeasure(
              List.copyOf(outcomes.values()),
              labels,
              label -> measure.group().contains(settings.labels(), label),
              switch (measure.kind()) {
                case MACRO_PRECISION -> MacroMeasure.PRECISION;
                case MACRO_RECALL -> MacroMeasure.RECALL;
                default -> MacroMeasure.F1;
              });
    };
  }

  /**
   * @throws IllegalArgumentException naming an act that only one run has, or whose gold labels
   *     differ
   */
  void checkSameGold(EvaluatedRun other) {
    checkHasActsOf(other);
    other.checkHasActsOf(this);
    outcomes.forEach(
        (act, outcome) -> {
          if (!names(outcome.gold()).equals(other.names(other.outcomes.get(act).gold()))) {
            throw new IllegalArgumentException(
                "the act " + act + " has other gold labels in the other run: compare on one gold");
          }
        });
  }

  private void checkHasActsOf(EvaluatedRun other) {
    for (String act : other.outcomes.keySet()) {
      if (!outcomes.containsKey(act)) {
        throw new IllegalArgumentException(
            "the act " + act + " is in one run only: compare systems on the same acts");
      }
    }
  }

  private SampledMeasure micro(Measure measure) {
    List<DecisionCounts> counts =
        outcomes.values().stream()
            .map(outcome -> outcome.group(measure.group()))
            .map(
                group ->
                    measure.kind().isHierarchical()
                        ? hierarchy(group).decisions()
                        : group.decisions())
            .toList();
    ToDoubleFunction<DecisionCounts> value =
        switch (measure.kind()) {
          case MICRO_PRECISION, HIERARCHICAL_PRECISION -> DecisionCounts::precision;
          case MICRO_RECALL, HIERARCHICAL_RECALL -> DecisionCounts::recall;
          default -> DecisionCounts::f1;
        };
    return new SummedMeasure(
        new long[][] {
          counts.stream().mapToLong(DecisionCounts::truePositives).toArray(),
          counts.stream().mapToLong(DecisionCounts::falsePositives).toArray(),
          counts.stream().mapToLong(DecisionCounts::falseNegatives).toArray()
        },
        (sums, acts) -> value.applyAsDouble(new DecisionCounts(sums[0], sums[1], sums[2])));
  }

  private ToDoubleFunction<GroupOutcome> valueOf(Measure measure) {
    Measure.Kind kind = measure.kind();
    return switch (kind) {
      case PRECISION_AT_K, RECALL_AT_K, R_PRECISION_AT_K, NDCG_AT_K -> {
        if (measure.k() > settings.depth()) {
          throw new IllegalArgumentException(
              "rankings were evaluated to K = " + settings.depth() + ", so there is no " + measure);
        }
        yield group -> group.atK(kind, measure.k());
      }
      case HIERARCHICAL_R_PRECISION_AT_K -> {
        int index = settings.ks().indexOf(measure.k());
        if (index < 0) {
          throw new IllegalArgumentException(
              "hierarchy-aware measures are computed at K = "
                  + settings.ks()
                  + " only, so there is no "
                  + measure);
        }
        yield group -> hierarchy(group).credits()[index];
      }
      case ACT_PRECISION -> group -> group.decisions().precision();
      case ACT_RECALL -> group -> group.decisions().recall();
      case ACT_F1 -> group -> group.decisions().f1();
      default -> throw new IllegalArgumentException(measure + " has no value per act");
    };
  }

  private static GroupOutcome.HierarchyOutcome hierarchy(GroupOutcome group) {
    return group
        .hierarchy()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "hierarchy-aware measures need a thesaurus, and the run has none"));
  }
}

package org.solrlmtc.core.eval;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/** A measure per label, averaged over the labels with gold acts. */
final class MacroMeasure implements SampledMeasure {

  /** A label's value; 0 where nothing was assigned. Only for labels with gold acts. */
  interface Formula {
    double value(int right, int assigned, int gold);
  }

  static final Formula PRECISION =
      (right, assigned, gold) -> assigned == 0 ? 0 : (double) right / assigned;
  static final Formula RECALL = (right, assigned, gold) -> (double) right / gold;
  static final Formula F1 = (right, assigned, gold) -> 2.0 * right / (assigned + gold);

  /** Labels as indexes, one array an act: they are the same for every system with the same gold. */
  private final int[][] gold;

  private final int[][] assigned;
  private final int labels;
  private final Formula formula;

  /**
   * @param outcomes one entry an act
   * @param inGroup which labels to look at
   */
  MacroMeasure(List<ActOutcome> outcomes, Predicate<String> inGroup, Formula formula) {
    Set<String> supported = new TreeSet<>();
    outcomes.forEach(outcome -> outcome.gold().stream().filter(inGroup).forEach(supported::add));
    Map<String, Integer> indexes = new HashMap<>();
    supported.forEach(label -> indexes.put(label, indexes.size()));
    this.labels = indexes.size();
    this.gold = outcomes.stream().map(act -> indexed(act.gold(), indexes)).toArray(int[][]::new);
    this.assigned =
        outcomes.stream().map(act -> indexed(act.assigned(), indexes)).toArray(int[][]::new);
    this.formula = formula;
  }

  private static int[] indexed(Set<String> ids, Map<String, Integer> indexes) {
    return ids.stream().filter(indexes::containsKey).mapToInt(indexes::get).sorted().toArray();
  }

  @Override
  public int acts() {
    return gold.length;
  }

  @Override
  public double value(int[] drawn) {
    Counts counts = new Counts(drawn);
    double sum = 0;
    int supported = 0;
    for (int label = 0; label < labels; label++) {
      if (counts.gold[label] > 0) {
        sum += formula.value(counts.right[label], counts.assigned[label], counts.gold[label]);
        supported++;
      }
    }
    return sum / supported;
  }

  @Override
  public Swaps swapsWith(SampledMeasure other) {
    return new MacroSwaps((MacroMeasure) other);
  }

  /** Counts by label over some acts. */
  private final class Counts {
    private final int[] right = new int[labels];
    private final int[] assigned = new int[labels];
    private final int[] gold = new int[labels];

    private Counts(int[] acts) {
      for (int act : acts) {
        for (int label : MacroMeasure.this.gold[act]) {
          gold[label]++;
        }
        for (int label : MacroMeasure.this.assigned[act]) {
          assigned[label]++;
          if (isGold(act, label)) {
            right[label]++;
          }
        }
      }
    }
  }

  private boolean isGold(int act, int label) {
    return Arrays.binarySearch(gold[act], label) >= 0;
  }

  /**
   * Only what the systems decide differently is touched: labels that they treat alike in every act
   * add the same to both means.
   */
  private final class MacroSwaps implements Swaps {
    private final Counts first;
    private final Counts second;

    /** By act: labels that only one system assigns, and what swapping the act adds to the first. */
    private final int[][] changedLabels = new int[acts()][];

    private final int[][] assignedGains = new int[acts()][];
    private final int[][] rightGains = new int[acts()][];
    private final int[] touched;

    private MacroSwaps(MacroMeasure other) {
      int[] all = IntStream.range(0, acts()).toArray();
      first = new Counts(all);
      second = other.new Counts(all);
      for (int act = 0; act < acts(); act++) {
        addGains(act, other.assigned[act]);
      }
      touched = Arrays.stream(changedLabels).flatMapToInt(Arrays::stream).distinct().toArray();
    }

    private void addGains(int act, int[] others) {
      int[] own = assigned[act];
      changedLabels[act] =
          IntStream.concat(
                  Arrays.stream(own).filter(label -> Arrays.binarySearch(others, label) < 0),
                  Arrays.stream(others).filter(label -> Arrays.binarySearch(own, label) < 0))
              .toArray();
      assignedGains[act] =
          Arrays.stream(changedLabels[act])
              .map(label -> Arrays.binarySearch(own, label) < 0 ? 1 : -1)
              .toArray();
      rightGains[act] = assignedGains[act].clone();
      for (int i = 0; i < rightGains[act].length; i++) {
        if (!isGold(act, changedLabels[act][i])) {
          rightGains[act][i] = 0;
        }
      }
    }

    @Override
    public double difference(long[] swapped) {
      int[] rightGain = new int[labels];
      int[] assignedGain = new int[labels];
      for (int act = 0; act < changedLabels.length; act++) {
        if ((swapped[act >> 6] >>> act & 1) != 0) {
          int[] changed = changedLabels[act];
          for (int i = 0; i < changed.length; i++) {
            assignedGain[changed[i]] += assignedGains[act][i];
            rightGain[changed[i]] += rightGains[act][i];
          }
        }
      }
      double sum = 0;
      for (int label : touched) {
        int right = rightGain[label];
        int assigned = assignedGain[label];
        sum +=
            formula.value(
                    first.right[label] + right, first.assigned[label] + assigned, first.gold[label])
                - formula.value(
                    second.right[label] - right,
                    second.assigned[label] - assigned,
                    second.gold[label]);
      }
      return sum / labels;
    }
  }
}

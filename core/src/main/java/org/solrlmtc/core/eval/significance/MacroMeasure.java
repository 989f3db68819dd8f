package org.solrlmtc.core.eval.significance;

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
    double value(int truePositives, int assigned, int gold);
  }

  static final Formula PRECISION =
      (truePositives, assigned, gold) -> assigned == 0 ? 0 : (double) truePositives / assigned;
  static final Formula RECALL = (truePositives, assigned, gold) -> (double) truePositives / gold;
  static final Formula F1 =
      (truePositives, assigned, gold) -> 2.0 * truePositives / (assigned + gold);

  /** One array per act. Systems with the same gold labels have the same label indexes. */
  private final int[][] gold;

  private final int[][] assigned;
  private final int labels;
  private final Formula formula;

  /**
   * @param outcomes one entry per act
   * @param names the labels by their indexes in the outcomes
   * @param inGroup the labels to consider
   */
  MacroMeasure(
      List<CompactOutcome> outcomes,
      List<String> names,
      Predicate<String> inGroup,
      Formula formula) {
    Set<String> supported = new TreeSet<>();
    outcomes.forEach(
        outcome ->
            Arrays.stream(outcome.gold())
                .mapToObj(names::get)
                .filter(inGroup)
                .forEach(supported::add));
    Map<String, Integer> indexes = new HashMap<>();
    supported.forEach(label -> indexes.put(label, indexes.size()));
    this.labels = indexes.size();
    int[] renumbered = names.stream().mapToInt(name -> indexes.getOrDefault(name, -1)).toArray();
    this.gold = outcomes.stream().map(act -> indexed(act.gold(), renumbered)).toArray(int[][]::new);
    this.assigned =
        outcomes.stream().map(act -> indexed(act.assigned(), renumbered)).toArray(int[][]::new);
    this.formula = formula;
  }

  private static int[] indexed(int[] labels, int[] renumbered) {
    return Arrays.stream(labels)
        .map(label -> renumbered[label])
        .filter(label -> label >= 0)
        .sorted()
        .toArray();
  }

  @Override
  public int acts() {
    return gold.length;
  }

  @Override
  public double value(int[] drawn) {
    Counts counts = count(drawn);
    double sum = 0;
    int supported = 0;
    for (int label = 0; label < labels; label++) {
      if (counts.gold[label] > 0) {
        sum +=
            formula.value(counts.truePositives[label], counts.assigned[label], counts.gold[label]);
        supported++;
      }
    }
    return sum / supported;
  }

  @Override
  public Swaps swapsWith(SampledMeasure other) {
    return new MacroSwaps((MacroMeasure) other);
  }

  /** Counts by label. */
  private record Counts(int[] truePositives, int[] assigned, int[] gold) {

    /** The counts of some labels, in the order given. */
    Counts only(int[] labels) {
      return new Counts(pick(truePositives, labels), pick(assigned, labels), pick(gold, labels));
    }

    private static int[] pick(int[] counts, int[] labels) {
      return Arrays.stream(labels).map(label -> counts[label]).toArray();
    }
  }

  private Counts count(int[] acts) {
    Counts counts = new Counts(new int[labels], new int[labels], new int[labels]);
    for (int act : acts) {
      for (int label : gold[act]) {
        counts.gold[label]++;
      }
      for (int label : assigned[act]) {
        counts.assigned[label]++;
        if (isGold(act, label)) {
          counts.truePositives[label]++;
        }
      }
    }
    return counts;
  }

  private boolean isGold(int act, int label) {
    return contains(gold[act], label);
  }

  /**
   * Visits only what the systems decide differently: labels that they treat the same in every act
   * add the same to both means.
   */
  private final class MacroSwaps implements Swaps {
    /**
     * What swapping adds to the first system's counts, by the last two bits of a change: true
     * positives in the high half, assigned labels in the low half.
     */
    private static final long[] GAINS = {
      1, -1, 1 + (1L << Integer.SIZE), -1 - (1L << Integer.SIZE)
    };

    private static final int OWN = 1;
    private static final int GOLD = 2;

    /** Counts of the labels that the systems treat differently, under new indexes without gaps. */
    private final Counts first;

    private final Counts second;

    /**
     * Labels that only one system assigns, act by act, those of an act from its offset on: the
     * label's new index shifted left by two, then whether it is gold and whether it is the first
     * system's.
     */
    private final int[] changes;

    private final int[] offsets = new int[acts() + 1];

    private MacroSwaps(MacroMeasure other) {
      int[] newIndexes = new int[labels];
      Arrays.fill(newIndexes, -1);
      IntStream.Builder found = IntStream.builder();
      IntStream.Builder touched = IntStream.builder();
      int size = 0;
      for (int act = 0; act < acts(); act++) {
        int[] own = assigned[act];
        int[] others = other.assigned[act];
        offsets[act + 1] = offsets[act];
        for (int label : IntStream.concat(without(own, others), without(others, own)).toArray()) {
          if (newIndexes[label] < 0) {
            newIndexes[label] = size++;
            touched.add(label);
          }
          int flags = (isGold(act, label) ? GOLD : 0) | (contains(own, label) ? OWN : 0);
          found.add(newIndexes[label] << 2 | flags);
          offsets[act + 1]++;
        }
      }
      changes = found.build().toArray();
      int[] all = IntStream.range(0, acts()).toArray();
      int[] kept = touched.build().toArray();
      first = count(all).only(kept);
      second = other.count(all).only(kept);
    }

    @Override
    public double difference(long[] swapped) {
      long[] gain = new long[first.gold.length];
      for (int word = 0; word < swapped.length; word++) {
        for (long left = swapped[word]; left != 0; left &= left - 1) {
          int act = word * Long.SIZE + Long.numberOfTrailingZeros(left);
          if (act >= acts()) {
            break;
          }
          for (int i = offsets[act]; i < offsets[act + 1]; i++) {
            gain[changes[i] >> 2] += GAINS[changes[i] & 3];
          }
        }
      }
      double sum = 0;
      for (int label = 0; label < gain.length; label++) {
        int assignedGain = (int) gain[label];
        int truePositivesGain = (int) (gain[label] - assignedGain >> Integer.SIZE);
        int gold = first.gold[label];
        sum +=
            formula.value(
                    first.truePositives[label] + truePositivesGain,
                    first.assigned[label] + assignedGain,
                    gold)
                - formula.value(
                    second.truePositives[label] - truePositivesGain,
                    second.assigned[label] - assignedGain,
                    gold);
      }
      return sum / labels;
    }
  }

  private static IntStream without(int[] labels, int[] excluded) {
    return Arrays.stream(labels).filter(label -> !contains(excluded, label));
  }

  private static boolean contains(int[] sorted, int label) {
    return Arrays.binarySearch(sorted, label) >= 0;
  }
}

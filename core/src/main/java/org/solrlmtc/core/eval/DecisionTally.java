package org.solrlmtc.core.eval;

import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import java.util.stream.LongStream;

/**
 * The number of acts by their {@link DecisionCounts}: micro and per-act averages follow from it.
 */
final class DecisionTally {
  private final TreeMap<DecisionCounts, Long> acts = new TreeMap<>();

  void add(DecisionCounts decisions, long count) {
    acts.merge(decisions, count, Math::addExact);
  }

  void merge(DecisionTally other) {
    other.acts.forEach(this::add);
  }

  /** Over all decisions. */
  DecisionScores micro() {
    DecisionCounts total = DecisionCounts.NONE;
    for (Map.Entry<DecisionCounts, Long> entry : acts.entrySet()) {
      total = total.plus(entry.getKey(), entry.getValue());
    }
    return DecisionScores.of(total);
  }

  /** Per act, then the mean over the acts with gold labels. */
  DecisionScores perAct() {
    return new DecisionScores(
        mean(DecisionCounts::precision), mean(DecisionCounts::recall), mean(DecisionCounts::f1));
  }

  private double mean(ToDoubleFunction<DecisionCounts> value) {
    double sum = 0;
    long count = 0;
    for (Map.Entry<DecisionCounts, Long> entry : acts.entrySet()) {
      if (entry.getKey().gold() > 0) {
        sum += entry.getValue() * value.applyAsDouble(entry.getKey());
        count += entry.getValue();
      }
    }
    return sum / count;
  }

  /** Number of acts by a number of labels, from the lowest number to the highest. */
  TreeMap<Long, Long> histogram(ToLongFunction<DecisionCounts> labels) {
    TreeMap<Long, Long> histogram = new TreeMap<>();
    acts.forEach(
        (decisions, count) ->
            histogram.merge(labels.applyAsLong(decisions), count, Math::addExact));
    return histogram;
  }

  void write(CountState state, String key) {
    state.put(
        key,
        acts.entrySet().stream()
            .flatMapToLong(
                entry ->
                    LongStream.of(
                        entry.getKey().truePositives(),
                        entry.getKey().falsePositives(),
                        entry.getKey().falseNegatives(),
                        entry.getValue()))
            .toArray());
  }

  void read(CountState state, String key) {
    long[] counts = state.counts(key);
    if (counts.length % 4 != 0) {
      throw new IllegalArgumentException(
          "the state of an evaluation should have counts by fours in its entry " + key);
    }
    for (int i = 0; i < counts.length; i += 4) {
      add(new DecisionCounts(counts[i], counts[i + 1], counts[i + 2]), counts[i + 3]);
    }
  }
}

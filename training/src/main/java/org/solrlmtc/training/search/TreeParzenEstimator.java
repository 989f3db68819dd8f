package org.solrlmtc.training.search;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Proposes hyper-parameters by the tree-structured Parzen estimator (Bergstra et al. 2011). The
 * trials so far are divided into the best ones and the rest; values are proposed that are likely
 * among the former and unlikely among the latter. The first proposals are random.
 *
 * @param space what to search
 * @param seed the random seed; the same seed and trials give the same proposal
 * @param startup the number of random proposals
 */
record TreeParzenEstimator(SearchSpace space, long seed, int startup) {
  /** The ratio of trials that count as good. */
  private static final double GOOD = 0.2;

  /** The largest number of trials that count as good. */
  private static final int MAX_GOOD = 25;

  /**
   * Values and their result.
   *
   * @param score the larger, the better
   */
  public record Observation(Map<String, Object> values, double score) {}

  /**
   * @param number the number of the proposal, from 0
   */
  public Map<String, Object> propose(int number, List<Observation> observations) {
    Random random = new Random(seed * 1_000_003 + number);
    Map<String, Object> values = new LinkedHashMap<>();
    if (number < startup || observations.size() < 2) {
      space
          .parameters()
          .forEach(parameter -> values.put(parameter.key(), parameter.sample(random)));
      return values;
    }
    List<Observation> sorted = new ArrayList<>(observations);
    sorted.sort(Comparator.comparingDouble(Observation::score).reversed());
    int good = (int) Math.min(MAX_GOOD, Math.ceil(GOOD * sorted.size()));
    for (Parameter parameter : space.parameters()) {
      values.put(
          parameter.key(),
          parameter.propose(
              valuesOf(parameter, sorted.subList(0, good)),
              valuesOf(parameter, sorted.subList(good, sorted.size())),
              random));
    }
    return values;
  }

  private static List<Object> valuesOf(Parameter parameter, List<Observation> observations) {
    return observations.stream()
        .map(observation -> observation.values().get(parameter.key()))
        .toList();
  }
}

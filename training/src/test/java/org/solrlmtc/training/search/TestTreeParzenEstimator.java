package org.solrlmtc.training.search;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.solrlmtc.training.search.TreeParzenEstimator.Observation;

class TestTreeParzenEstimator {
  private static final int TRIALS = 60;
  private static final int SEEDS = 20;

  /** A function whose maximum is known to be 0. */
  private record Known(
      String name, SearchSpace space, ToDoubleFunction<Map<String, Object>> function) {
    double best(long seed, int startup) {
      List<Observation> trials = new ArrayList<>();
      TreeParzenEstimator estimator = new TreeParzenEstimator(space, seed, startup);
      double best = Double.NEGATIVE_INFINITY;
      for (int number = 0; number < TRIALS; number++) {
        Map<String, Object> values = estimator.propose(number, trials);
        double score = function.applyAsDouble(values);
        trials.add(new Observation(values, score));
        best = Math.max(best, score);
      }
      return best;
    }

    @Override
    public String toString() {
      return name;
    }
  }

  private static Stream<Known> knownFunctions() {
    return Stream.of(
        new Known(
            "Branin",
            new SearchSpace(List.of(number("x", -5, 10, false), number("y", 0, 15, false))),
            values -> {
              double x = value(values, "x");
              double y = value(values, "y");
              double term = y - 5.1 / (4 * Math.PI * Math.PI) * x * x + 5 / Math.PI * x - 6;
              return 0.397887 - (term * term + 10 * (1 - 1 / (8 * Math.PI)) * Math.cos(x) + 10);
            }),
        new Known(
            "logarithmic",
            new SearchSpace(
                List.of(number("rate", 1e-5, 1, true), number("decay", 1e-6, 1e-1, true))),
            values ->
                -Math.pow(Math.log10(value(values, "rate")) + 3, 2)
                    - Math.pow(Math.log10(value(values, "decay")) + 4, 2)),
        mixed());
  }

  private static Known mixed() {
    return new Known(
        "mixed",
        new SearchSpace(
            List.of(
                new ChoiceParameter("kind", List.of("a", "b", "c", "d", "e", "f")),
                new NumberParameter("size", 1, 400, false, true),
                number("rate", 0, 1, false))),
        values ->
            (values.get("kind").equals("e") ? 0 : -1)
                - Math.abs(value(values, "size") - 300) / 400
                - Math.pow(value(values, "rate") - 0.2, 2));
  }

  private static NumberParameter number(String key, double low, double high, boolean log) {
    return new NumberParameter(key, low, high, log, false);
  }

  private static double value(Map<String, Object> values, String key) {
    return ((Number) values.get(key)).doubleValue();
  }

  @ParameterizedTest
  @MethodSource("knownFunctions")
  void comesCloserToAKnownMaximumThanRandomSearch(Known known) {
    double estimated = 0;
    double random = 0;
    for (int seed = 1; seed <= SEEDS; seed++) {
      estimated += known.best(seed, 8) / SEEDS;
      random += known.best(seed, TRIALS) / SEEDS;
    }
    assertTrue(
        -estimated < -random / 2, known + ": TPE " + estimated + ", random search " + random);
  }

  @Test
  void theSameSeedAndTrialsGiveTheSameProposal() {
    assertEquals(mixed().best(7, 8), mixed().best(7, 8));
  }

  @Test
  void proposalsStayInTheirRanges() {
    NumberParameter whole = new NumberParameter("n", 2, 5, true, true);
    NumberParameter real = new NumberParameter("r", 0.1, 0.3, false, false);
    Map<Object, Integer> seen = new HashMap<>();
    Random random = new Random(1);
    for (int i = 0; i < 2_000; i++) {
      seen.merge(whole.propose(List.of(5, 5), List.of(2, 3), random), 1, Integer::sum);
      double value = (double) real.propose(List.of(0.3, 0.1), List.of(0.2), random);
      assertTrue(value >= 0.1 && value <= 0.3, () -> "proposed " + value);
    }
    assertTrue(Set.of(2, 3, 4, 5).containsAll(seen.keySet()), seen.toString());
    assertTrue(seen.get(5) > 1_000, seen.toString());
  }

  @Test
  void theDensityOfAWindowIntegratesToOne() {
    ParzenWindow window = new ParzenWindow(new double[] {0.1, 0.11, 0.9}, 0, 1);
    double sum = 0;
    for (int i = 0; i < 10_000; i++) {
      sum += Math.exp(window.logDensity((i + 0.5) / 10_000)) / 10_000;
    }
    assertEquals(1, sum, 1e-4);
  }
}

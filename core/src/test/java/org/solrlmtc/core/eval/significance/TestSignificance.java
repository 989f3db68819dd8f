package org.solrlmtc.core.eval.significance;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.solrlmtc.core.eval.ActPredictions;
import org.solrlmtc.core.eval.EvaluationSettings;
import org.solrlmtc.core.eval.Evaluator;
import org.solrlmtc.core.eval.Measure;
import org.solrlmtc.core.eval.Prediction;
import org.solrlmtc.core.eval.RandomActs;
import org.solrlmtc.core.score.LabelSet;

/** Randomization tests and bootstrap intervals. */
class TestSignificance {
  private static final Map<String, Set<String>> ANCESTORS = RandomActs.ancestors();
  private static final EvaluationSettings SETTINGS =
      EvaluationSettings.of(RandomActs.labels())
          .withAncestors(label -> ANCESTORS.getOrDefault(label, Set.of()));

  @ParameterizedTest(name = "{0}")
  @ValueSource(
      strings = {
        "RP@5",
        "nDCG@5",
        "few:R@3",
        "act-F1",
        "micro-F1",
        "frequent:micro-P",
        "macro-F1",
        "zero:macro-R",
        "macro-P",
        "hRP@5",
        "h-micro-F1"
      })
  void sampledSwapsApproximateTheExactTest(String name) {
    Measure measure = Measure.parse(name);
    List<RandomActs.Case> better = RandomActs.cases(8, 0.8, 5, 6);
    List<RandomActs.Case> worse = RandomActs.cases(8, 0.5, 5, 7);
    double exact = exactP(better, worse, measure);
    double p = RandomizationTest.compare(run(better), run(worse), measure, 20_000, 1).p();
    // four standard errors of a share estimated from 20,000 draws
    assertEquals(exact, p, 4 * Math.sqrt(0.25 / 20_000));
  }

  /** Tries all 2^8 ways to swap, and evaluates each again. */
  private static double exactP(
      List<RandomActs.Case> first, List<RandomActs.Case> second, Measure measure) {
    double observed = Math.abs(difference(first, second, 0, measure));
    int asLarge = 0;
    for (int swapped = 0; swapped < 1 << first.size(); swapped++) {
      if (Math.abs(difference(first, second, swapped, measure)) >= observed - 1e-9) {
        asLarge++;
      }
    }
    return (double) asLarge / (1 << first.size());
  }

  private static double difference(
      List<RandomActs.Case> first, List<RandomActs.Case> second, int swapped, Measure measure) {
    Evaluator one = new Evaluator(SETTINGS.withAveragePrecision(false));
    Evaluator other = new Evaluator(SETTINGS.withAveragePrecision(false));
    for (int act = 0; act < first.size(); act++) {
      boolean swap = (swapped >> act & 1) != 0;
      RandomActs.Case forOne = swap ? second.get(act) : first.get(act);
      RandomActs.Case forOther = swap ? first.get(act) : second.get(act);
      one.add(forOne.predictions(), forOne.gold());
      other.add(forOther.predictions(), forOther.gold());
    }
    return one.evaluate().value(measure) - other.evaluate().value(measure);
  }

  @Test
  void countsOneForTheObservedOrder() {
    // ten acts, all better by the same: only all or none swapped differ as much, 2 of 1,024
    EvaluatedRun right = new EvaluatedRun(SETTINGS);
    EvaluatedRun wrong = new EvaluatedRun(SETTINGS);
    for (int act = 0; act < 10; act++) {
      right.add(one("act" + act, "l1"), List.of("l1"));
      wrong.add(one("act" + act, "l2"), List.of("l1"));
    }
    RandomizationTest.Result result =
        RandomizationTest.compare(right, wrong, Measure.parse("P@1"), 100, 3);
    assertEquals(1, result.first());
    assertEquals(0, result.second());
    assertEquals(10, result.acts());
    assertEquals((result.asLarge() + 1) / 101.0, result.p());
    assertTrue(result.asLarge() <= 2, "as large: " + result.asLarge());
  }

  @Test
  void systemsThatAreTheSameDoNotDiffer() {
    List<RandomActs.Case> cases = RandomActs.cases(100, 0.5, 5, 6);
    for (String measure : List.of("RP@5", "micro-F1", "macro-F1")) {
      assertEquals(
          1.0,
          RandomizationTest.compare(run(cases), run(cases), Measure.parse(measure), 1000, 1).p());
    }
  }

  @Test
  void theSameSeedGivesTheSameResultInAnyOrderOfActs() {
    List<RandomActs.Case> better = RandomActs.cases(200, 0.55, 5, 6);
    List<RandomActs.Case> worse = RandomActs.cases(200, 0.5, 5, 7);
    Measure measure = Measure.parse("nDCG@5");
    RandomizationTest.Result result =
        RandomizationTest.compare(run(better), run(worse), measure, 2000, 9);
    List<RandomActs.Case> backwards = new ArrayList<>(better);
    Collections.reverse(backwards);
    assertEquals(result, RandomizationTest.compare(run(backwards), run(worse), measure, 2000, 9));
    assertEquals(
        Bootstrap.interval(run(better), measure, 500, 0.95, 4),
        Bootstrap.interval(run(backwards), measure, 500, 0.95, 4));
  }

  @Test
  void onlyRunsOverTheSameGoldAreCompared() {
    EvaluatedRun one = new EvaluatedRun(SETTINGS);
    one.add(one("a", "l1"), List.of("l1"));
    EvaluatedRun more = new EvaluatedRun(SETTINGS);
    more.add(one("a", "l1"), List.of("l1"));
    more.add(one("b", "l1"), List.of("l1"));
    EvaluatedRun otherGold = new EvaluatedRun(SETTINGS);
    otherGold.add(one("a", "l1"), List.of("l2"));
    assertRefused("the act b is in one run only: compare systems on the same acts", one, more);
    assertRefused("the act b is in one run only: compare systems on the same acts", more, one);
    assertRefused(
        "the act a has other gold labels in the other run: compare on one gold", one, otherGold);
  }

  @Test
  void undefinedMeasuresAreRefused() {
    EvaluatedRun run = new EvaluatedRun(SETTINGS);
    run.add(one("a", "l0"), List.of("l0"));
    for (String measure : List.of("zero:RP@5", "zero:micro-F1", "zero:macro-F1")) {
      assertEquals(
          measure + " is undefined: no act has a gold label in the group",
          assertThrows(
                  IllegalArgumentException.class,
                  () -> Bootstrap.interval(run, Measure.parse(measure), 10, 0.95, 1))
              .getMessage());
    }
  }

  @Test
  void aMeasureThatOnlyOneSystemHasIsRefused() {
    LabelSet labels = new LabelSet(List.of("often", "rare"), new int[] {60, 1});
    EvaluatedRun wrong = new EvaluatedRun(EvaluationSettings.of(labels));
    wrong.add(new ActPredictions("a", List.of(new Prediction("often", 1f))), List.of("rare"));
    EvaluatedRun empty = new EvaluatedRun(EvaluationSettings.of(labels));
    empty.add(new ActPredictions("a", List.of()), List.of("rare"));
    Measure measure = Measure.parse("frequent:micro-F1");
    for (List<EvaluatedRun> runs : List.of(List.of(wrong, empty), List.of(empty, wrong))) {
      IllegalArgumentException e =
          assertThrows(
              IllegalArgumentException.class,
              () -> RandomizationTest.compare(runs.get(0), runs.get(1), measure, 10, 1));
      assertTrue(e.getMessage().startsWith("frequent:micro-F1 is undefined"), e.getMessage());
    }
  }

  @Test
  void valuesPerActAreInTheOrderOfIds() {
    EvaluatedRun run = new EvaluatedRun(SETTINGS);
    run.add(one("b", "l1"), List.of("l1", "l2"));
    run.add(one("c", "l1"), List.of());
    run.add(one("a", "l1"), List.of("l2"));
    assertEquals(List.of("a", "b", "c"), run.acts());
    assertArrayEquals(new double[] {0, 0.5, Double.NaN}, run.perAct(Measure.parse("R@5")));
    assertEquals(0.25, run.value(Measure.parse("R@5")), 1e-9);
    IllegalArgumentException e =
        assertThrows(IllegalArgumentException.class, () -> run.perAct(Measure.parse("micro-F1")));
    assertEquals("micro-F1 has no value per act", e.getMessage());
  }

  @Test
  void intervalsHaveTheWidthTheoryGivesThem() {
    // 400 acts, half of them right: the mean's standard error is 0.5 / 20
    EvaluatedRun run = new EvaluatedRun(SETTINGS);
    for (int act = 0; act < 400; act++) {
      run.add(one("act" + act, act % 2 == 0 ? "l1" : "l2"), List.of("l1"));
    }
    for (String measure : List.of("P@1", "micro-R", "act-F1")) {
      Bootstrap.Interval interval = Bootstrap.interval(run, Measure.parse(measure), 4000, 0.95, 11);
      assertEquals(0.5, interval.value(), 1e-9);
      assertEquals(0.5 - 1.96 * 0.025, interval.low(), 0.005, measure);
      assertEquals(0.5 + 1.96 * 0.025, interval.high(), 0.005, measure);
    }
  }

  @Test
  void intervalsOfMacroMeasuresHoldTheValue() {
    EvaluatedRun run = run(RandomActs.cases(60, 0.6, 1, 2));
    Bootstrap.Interval interval = Bootstrap.interval(run, Measure.parse("macro-F1"), 1000, 0.95, 1);
    assertTrue(interval.low() < interval.value() && interval.value() < interval.high());
    assertTrue(interval.high() - interval.low() < 0.2, interval.toString());
  }

  @Test
  void oneActHasAnIntervalOfNoWidth() {
    EvaluatedRun run = new EvaluatedRun(EvaluationSettings.of(new LabelSet(List.of(), new int[0])));
    run.add(one("a", "l1"), List.of("l1", "l2"));
    Measure recall = Measure.parse("R@5");
    assertEquals(
        new Bootstrap.Interval(recall, 0.5, 0.5, 0.5, 0.9),
        Bootstrap.interval(run, recall, 10, 0.9, 1));
  }

  private static void assertRefused(String message, EvaluatedRun first, EvaluatedRun second) {
    assertEquals(
        message,
        assertThrows(
                IllegalArgumentException.class,
                () -> RandomizationTest.compare(first, second, Measure.parse("RP@5"), 10, 1))
            .getMessage());
  }

  private static ActPredictions one(String act, String label) {
    return new ActPredictions(act, List.of(new Prediction(label, 0.9f)));
  }

  static EvaluatedRun run(List<RandomActs.Case> cases) {
    EvaluatedRun run = new EvaluatedRun(SETTINGS);
    cases.forEach(act -> run.add(act.predictions(), act.gold()));
    return run;
  }
}

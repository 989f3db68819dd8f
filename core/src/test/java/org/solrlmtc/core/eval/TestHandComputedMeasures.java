package org.solrlmtc.core.eval;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.solrlmtc.core.decide.DecisionRule;
import org.solrlmtc.core.eval.significance.EvaluatedRun;
import org.solrlmtc.core.score.LabelScores;
import org.solrlmtc.core.score.LabelSet;
import org.solrlmtc.core.score.ScoredLabel;

/**
 * Every measure on cases small enough to compute by hand. Labels a, b, c are frequent, d and e few,
 * y and z zero; x is outside the label set. The gains are 1, 0.63093 (1 / log2 3), 0.5, 0.43068.
 */
class TestHandComputedMeasures {
  private static final LabelSet LABELS =
      new LabelSet(List.of("a", "b", "c", "d", "e", "y", "z"), new int[] {90, 60, 50, 49, 1, 0, 0});
  private static final EvaluationSettings SETTINGS = EvaluationSettings.of(LABELS);
  private static final double EXACT = 1e-12;

  /** Apple and pear are fruit, fruit and meat are food, food and tax have nothing above. */
  private static final Map<String, Set<String>> ABOVE =
      Map.of(
          "apple", Set.of("fruit", "food"),
          "pear", Set.of("fruit", "food"),
          "fruit", Set.of("food"),
          "meat", Set.of("food"));

  @ParameterizedTest(name = "{0}: {1} for gold {2}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          # case                             | ranking | gold | group    | K | P     | R     | RP    | nDCG
          a hit at rank 1 of 2 gold           | abc     | ac   | all      | 1 | 1     | 0.5   | 1     | 1
          1 hit in 2, ideal 1 + 0.63093       | abc     | ac   | all      | 2 | 0.5   | 0.5   | 0.5   | 0.6131471927654585
          hits at 1 and 3, 1.5 / 1.63093      | abc     | ac   | all      | 3 | 0.6666666666666666 | 1 | 1 | 0.9197207891481876
          more K than gold divides by gold    | ba      | a    | all      | 5 | 0.2   | 1     | 1     | 0.6309297535714575
          fewer than K predictions            | a       | ab   | all      | 5 | 0.2   | 0.5   | 0.5   | 0.6131471927654585
          no prediction at all                | ''      | ab   | all      | 5 | 0     | 0     | 0     | 0
          nothing found                       | cde     | ab   | all      | 3 | 0     | 0     | 0     | 0
          hits beyond K do not count          | cda     | a    | all      | 2 | 0     | 0     | 0     | 0
          more gold than K, 1.13093 / 2.13093 | cab     | abde | all      | 3 | 0.6666666666666666 | 0.5 | 0.6666666666666666 | 0.5307212739772434
          all right, K below gold             | edab    | abde | all      | 2 | 1     | 0.5   | 1     | 1
          few: d is no hit at rank 1          | adbe    | ae   | few      | 1 | 0     | 0     | 0     | 0
          few: e rises from rank 4 to 2       | adbe    | ae   | few      | 2 | 0.5   | 1     | 1     | 0.6309297535714575
          frequent: e is no gold there        | dabe    | ae   | frequent | 1 | 1     | 1     | 1     | 1
          zero: z rises from rank 3 to 1      | abz     | az   | zero     | 1 | 1     | 1     | 1     | 1
          zero: the outside x takes no rank   | xz      | z    | zero     | 1 | 1     | 1     | 1     | 1
          all: the outside x takes a rank     | xz      | z    | all      | 1 | 0     | 0     | 0     | 0
          all: an outside gold can be found   | xz      | xz   | all      | 1 | 1     | 0.5   | 1     | 1
          all: an outside gold can be missed  | z       | xz   | all      | 2 | 0.5   | 0.5   | 0.5   | 0.6131471927654585
          zero: an outside gold is not missed | z       | xz   | zero     | 2 | 0.5   | 1     | 1     | 1
          """)
  void rankingMeasuresOfOneActAreAsComputedByHand(
      String name,
      String ranking,
      String gold,
      String group,
      int k,
      double precision,
      double recall,
      double rPrecision,
      double ndcg) {
    Evaluator evaluator = new Evaluator(SETTINGS);
    evaluator.add(falling("act", letters(ranking)), letters(gold));
    RankingScores scores = evaluator.evaluate().group(EvaluationGroup.parse(group)).at(k);
    assertEquals(precision, scores.precision(), EXACT, "P@K");
    assertEquals(recall, scores.recall(), EXACT, "R@K");
    assertEquals(rPrecision, scores.rPrecision(), EXACT, "RP@K");
    assertEquals(ndcg, scores.ndcg(), EXACT, "nDCG@K");
  }

  @Test
  void rankingMeasuresAreMeansOverTheActsWithGoldInTheGroup() {
    Evaluator evaluator = new Evaluator(SETTINGS);
    evaluator.add(falling("1", letters("ab")), letters("a")); // RP@1 = 1
    evaluator.add(falling("2", letters("ab")), letters("b")); // RP@1 = 0
    evaluator.add(falling("3", letters("ab")), letters("bd")); // RP@1 = 0, few: 0
    evaluator.add(falling("4", letters("ad")), letters("d")); // RP@1 = 0, few: 1
    evaluator.add(falling("5", letters("ad")), List.of()); // counts nowhere
    Evaluation evaluation = evaluator.evaluate();
    assertEquals(5, evaluation.acts());
    assertEquals(4, evaluation.group(EvaluationGroup.ALL).acts());
    assertEquals(0.25, value(evaluation, "RP@1"), EXACT);
    assertEquals(3, evaluation.group(EvaluationGroup.FREQUENT).acts());
    assertEquals(1 / 3.0, value(evaluation, "frequent:RP@1"), EXACT);
    assertEquals(2, evaluation.group(EvaluationGroup.FEW).acts());
    assertEquals(0.5, value(evaluation, "few:nDCG@1"), EXACT);
  }

  @Test
  void aGroupWithoutGoldLabelsIsUndefined() {
    Evaluator evaluator = new Evaluator(SETTINGS);
    evaluator.add(falling("act", letters("az")), letters("a"));
    Evaluation evaluation = evaluator.evaluate();
    assertEquals(0, evaluation.group(EvaluationGroup.ZERO).acts());
    assertEquals(0, evaluation.group(EvaluationGroup.ZERO).labels());
    for (String measure : List.of("P@1", "R@1", "RP@5", "nDCG@5", "act-F1", "macro-F1")) {
      assertTrue(Double.isNaN(value(evaluation, "zero:" + measure)), measure);
    }
    assertEquals(0, value(evaluation, "zero:micro-P"), "z was assigned, and wrongly");
    assertTrue(Double.isNaN(value(evaluation, "few:micro-F1")), "nothing was decided");
  }

  @Test
  void tiesAreBrokenByLabelIndex() {
    List<ScoredLabel> tied =
        List.of(
            new ScoredLabel(2, "c", 0.5f),
            new ScoredLabel(1, "b", 0.7f),
            new ScoredLabel(0, "a", 0.5f));
    assertEquals(
        List.of("b", "a", "c"),
        ActPredictions.of("act", tied).ranking().stream().map(Prediction::label).toList());
    Evaluator evaluator = new Evaluator(SETTINGS);
    evaluator.add(ActPredictions.of("act", tied), letters("c"));
    assertEquals(0, value(evaluator.evaluate(), "RP@2"));
    assertEquals(0.5, value(evaluator.evaluate(), "nDCG@3"), EXACT);
  }

  @Test
  void aLabelIsAssignedAboveItsThresholdOnly() {
    // a is not above 0.5; b is above its own threshold; c is not above its own
    EvaluationSettings settings =
        SETTINGS.withRule(new DecisionRule(0.5, Map.of("b", 0.25, "c", 0.9), 10));
    Evaluator evaluator = new Evaluator(settings);
    evaluator.add(scored("act", "d", 0.9, "c", 0.75, "a", 0.5, "b", 0.375), letters("abcd"));
    assertEquals(new DecisionCounts(1, 0, 0), row(evaluator, "b").counts());
    assertEquals(new DecisionCounts(1, 0, 0), row(evaluator, "d").counts());
    assertEquals(new DecisionCounts(0, 0, 1), row(evaluator, "a").counts());
    assertEquals(new DecisionCounts(0, 0, 1), row(evaluator, "c").counts());
    assertEquals(0.5, value(evaluator.evaluate(), "micro-R"), EXACT);
  }

  @Test
  void noMoreLabelsAreAssignedThanTheRuleAllows() {
    Evaluator evaluator = new Evaluator(SETTINGS.withRule(new DecisionRule(0.5, Map.of(), 2)));
    evaluator.add(scored("act", "a", 0.9, "b", 0.8, "c", 0.7), letters("abc"));
    assertEquals(2 / 3.0, value(evaluator.evaluate(), "micro-R"), EXACT);
    assertEquals(Map.of(2L, 1L), evaluator.evaluate().assignedPerAct());
  }

  @Test
  void decisionsAreAveragedOverDecisionsLabelsAndActs() {
    Evaluator evaluator = new Evaluator(SETTINGS);
    evaluator.add(scored("1", "a", 0.9, "c", 0.8, "b", 0.1), letters("ab")); // a right, c wrong
    evaluator.add(scored("2", "b", 0.9), letters("b")); // b right
    evaluator.add(scored("3", "d", 0.9), List.of()); // d wrong, no gold
    Evaluation evaluation = evaluator.evaluate();

    // a 1/0/0, b 1/0/1, c 0/1/0, d 0/1/0: two right, two wrong, one missed
    assertEquals(2 / 4.0, value(evaluation, "micro-P"), EXACT);
    assertEquals(2 / 3.0, value(evaluation, "micro-R"), EXACT);
    assertEquals(4 / 7.0, value(evaluation, "micro-F1"), EXACT);
    assertEquals(0, value(evaluation, "few:micro-P"), "an act without gold adds wrong labels");

    // labels with gold acts: a (1, 1, 1), b (1, 1/2, 2/3)
    assertEquals(2, evaluation.group(EvaluationGroup.ALL).labels());
    assertEquals(1, value(evaluation, "macro-P"), EXACT);
    assertEquals(3 / 4.0, value(evaluation, "macro-R"), EXACT);
    assertEquals(5 / 6.0, value(evaluation, "macro-F1"), EXACT);

    // acts with gold: 1 (1/2, 1/2, 1/2), 2 (1, 1, 1)
    assertEquals(3 / 4.0, value(evaluation, "act-P"), EXACT);
    assertEquals(3 / 4.0, value(evaluation, "act-R"), EXACT);
    assertEquals(3 / 4.0, value(evaluation, "act-F1"), EXACT);

    assertEquals(Map.of(0L, 1L, 1L, 1L, 2L, 1L), evaluation.goldPerAct());
    assertEquals(Map.of(1L, 2L, 2L, 1L), evaluation.assignedPerAct());
  }

  @Test
  void averagePrecisionTakesEqualScoresTogether() {
    // 1 right of 1, then 2 right of 3; the fourth act, not predicted, is the third gold one
    Evaluator evaluator = new Evaluator(SETTINGS);
    evaluator.add(scored("1", "a", 0.9), letters("a"));
    evaluator.add(scored("2", "a", 0.8), letters("b"));
    evaluator.add(scored("3", "a", 0.8), letters("a"));
    evaluator.add(scored("4", "b", 0.8), letters("a"));
    LabelRow row = row(evaluator, "a");
    assertEquals((1 + 2 / 3.0) / 3, row.averagePrecision(), EXACT);
    assertEquals(3, row.support());
    assertEquals(OptionalInt.of(90), row.trainingActs());
    assertEquals(new DecisionCounts(2, 1, 1), row.counts());
    assertEquals(0, row(evaluator, "b").averagePrecision());
  }

  @Test
  void labelsOutsideTheLabelSetHaveRowsButNoGroup() {
    Evaluator evaluator = new Evaluator(SETTINGS);
    evaluator.add(falling("act", letters("ax")), letters("wz"));
    Evaluation evaluation = evaluator.evaluate();
    assertEquals(
        List.of("a", "z", "w", "x"), evaluation.labels().stream().map(LabelRow::label).toList());
    assertEquals(OptionalInt.empty(), row(evaluator, "x").trainingActs());
    assertEquals(
        List.of("w"), evaluation.goldOutsideLabelSet().stream().map(LabelRow::label).toList());
    assertEquals(2, evaluation.group(EvaluationGroup.ALL).labels());
    assertEquals(1, evaluation.group(EvaluationGroup.ZERO).labels());
  }

  @ParameterizedTest(name = "{0} for gold {1}, K = {2}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          # ranking         | gold       | K  | hRP   why
          pear              | apple      | 1  | 0.5   # 2 of 4 concepts are common
          pear,apple        | apple      | 1  | 0.5
          pear,apple        | apple      | 3  | 1     # found exactly: pear has no gold label left
          fruit,meat,apple  | apple,pear | 3  | 0.8333333333333333 # (1 + 2/3) / 2
          meat,fruit        | apple,tax  | 10 | 0.125 # meat takes apple for 1/4, fruit finds none
          tax               | apple      | 1  | 0     # nothing in common
          """)
  void hierarchicalRPrecisionGivesPartCredit(String ranking, String gold, int k, String expected) {
    Evaluator evaluator =
        new Evaluator(SETTINGS.withAncestors(label -> ABOVE.getOrDefault(label, Set.of())));
    evaluator.add(falling("act", Arrays.asList(ranking.split(","))), List.of(gold.split(",")));
    assertEquals(
        Double.parseDouble(expected.split("#")[0]), value(evaluator.evaluate(), "hRP@" + k), 1e-9);
  }

  @Test
  void hierarchicalDecisionsCountBroaderConceptsOnBothSides() {
    Evaluator evaluator =
        new Evaluator(SETTINGS.withAncestors(label -> ABOVE.getOrDefault(label, Set.of())));
    // pear fruit food against apple fruit food: 2 right, 1 wrong, 1 missed
    evaluator.add(scored("1", "pear", 0.9, "tax", 0.2), List.of("apple"));
    // meat food against tax: 2 wrong, 1 missed
    evaluator.add(scored("2", "meat", 0.9), List.of("tax"));
    Evaluation evaluation = evaluator.evaluate();
    assertEquals(2 / 5.0, value(evaluation, "h-micro-P"), EXACT);
    assertEquals(2 / 4.0, value(evaluation, "h-micro-R"), EXACT);
    assertEquals(4 / 9.0, value(evaluation, "h-micro-F1"), EXACT);
    assertEquals(0, value(evaluation, "micro-F1"), "exact measures know no broader concept");
  }

  @Test
  void calibrationComparesScoresWithTheShareOfGold() {
    Evaluator evaluator = new Evaluator(SETTINGS);
    evaluator.add(scored("1", "a", 1, "b", 0.5), letters("ab"));
    evaluator.add(scored("2", "a", 0.96875, "b", 0.53125), letters("a"));
    List<CalibrationBin> bins = evaluator.evaluate().calibration();
    assertEquals(20, bins.size());
    assertEquals(new CalibrationBin(0.95, 1, 2, 0.984375, 1), bins.get(19));
    assertEquals(new CalibrationBin(0.5, 0.55, 2, 0.515625, 0.5), bins.get(10));
    assertEquals(new CalibrationBin(0, 0.05, 0, Double.NaN, Double.NaN), bins.get(0));
  }

  @Test
  void theCalibrationErrorIsTheMeanDistanceOfScoresAndSharesOfGold() {
    Evaluator evaluator = new Evaluator(SETTINGS);
    evaluator.add(scored("1", "a", 1, "b", 0.5), letters("ab"));
    evaluator.add(scored("2", "a", 0.96875, "c", 0.25), letters("a"));
    Evaluation evaluation = evaluator.evaluate();
    // two predictions near 1, one at .5 that is right, one at .25 that is wrong
    assertEquals((2 * 0.015625 + 0.5 + 0.25) / 4, evaluation.expectedCalibrationError(0), EXACT);
    assertEquals((2 * 0.015625 + 0.5) / 3, evaluation.expectedCalibrationError(0.5), EXACT);
    assertTrue(Double.isNaN(new Evaluator(SETTINGS).evaluate().expectedCalibrationError(0)));
  }

  @Test
  void qualityIsGroupedByTrainingFrequency() {
    Evaluator evaluator = new Evaluator(SETTINGS);
    evaluator.add(scored("1", "a", 0.9, "d", 0.8), letters("abd"));
    evaluator.add(scored("2", "b", 0.9, "d", 0.6), letters("c"));
    Map<Integer, FrequencyBucket> byStart = new TreeMap<>();
    evaluator.evaluate().byFrequency().forEach(bucket -> byStart.put(bucket.from(), bucket));
    FrequencyBucket fifty = byStart.get(50); // a 1/0/0, b 0/1/1, c 0/0/1
    assertEquals(99, fifty.to());
    assertEquals(3, fifty.labels());
    assertEquals(3, fifty.support());
    assertEquals(2 / 5.0, fifty.micro().f1(), EXACT);
    assertEquals(1 / 3.0, fifty.macroF1(), EXACT);
    FrequencyBucket twenty = byStart.get(20); // d 1/1/0
    assertEquals(2 / 3.0, twenty.micro().f1(), EXACT);
    assertEquals(1, twenty.meanAveragePrecision(), EXACT);
    assertEquals(0, byStart.get(1000).labels());
  }

  @Test
  void duplicatesAreRefusedByName() {
    Evaluator evaluator = new Evaluator(SETTINGS);
    ActPredictions fine = falling("32001R0001", letters("ab"));
    assertMessage(
        "act 32001R0001: the gold label b appears twice",
        () -> evaluator.add(fine, letters("bab")));
    assertEquals(0, evaluator.evaluate().acts());
    assertMessage(
        "act 32001R0001: the label a is predicted twice",
        () -> falling("32001R0001", letters("aba")));
    EvaluatedRun run = new EvaluatedRun(SETTINGS);
    run.add(fine, letters("a"));
    assertMessage("the act 32001R0001 is evaluated twice", () -> run.add(fine, letters("a")));
  }

  @Test
  void impossibleScoresAndOrdersAreRefused() {
    for (float score : new float[] {Float.NaN, -0.1f, 1.1f, Float.POSITIVE_INFINITY}) {
      assertMessage(
          "the score of label a must be between 0 and 1, not " + score,
          () -> new Prediction("a", score));
    }
    assertMessage(
        "act 1: the label b scores higher than the one before it; predictions must be in rank"
            + " order",
        () -> scored("1", "a", 0.1, "b", 0.2));
  }

  @Test
  void impossibleCutOffsAreRefused() {
    assertMessage("K must be between 1 and 1000, not 0", () -> SETTINGS.withKs(List.of(5, 0)));
    assertMessage("K must be between 1 and 1000, not 1001", () -> SETTINGS.withKs(List.of(1001)));
    assertMessage("an evaluation needs at least one K", () -> SETTINGS.withKs(List.of()));
    Evaluation evaluation = new Evaluator(SETTINGS).evaluate();
    assertMessage(
        "rankings were evaluated to K = 10, so there is no K = 11",
        () -> value(evaluation, "RP@11"));
    assertEquals(List.of(2, 20), SETTINGS.withKs(List.of(20, 2)).ks());
  }

  @Test
  void keptPredictionsReachTheDepthInEveryGroup() {
    LabelSet model = new LabelSet(List.of("x", "a", "b", "c", "d", "e", "y", "z"), new int[8]);
    LabelScores scores =
        LabelScores.dense(model, new float[] {.95f, .9f, .8f, .7f, .2f, .1f, .02f, .01f});
    assertEquals(
        List.of("x", "a", "d", "y"), kept(scores, 1, DecisionRule.above(0.99)), "one a group");
    assertEquals(
        List.of("x", "a", "b", "d", "y"),
        kept(scores, 1, new DecisionRule(0.75, Map.of(), 1)),
        "and all above the threshold");
  }

  private static List<String> kept(LabelScores scores, int depth, DecisionRule rule) {
    return ActPredictions.of("act", scores, LABELS, depth, List.of(rule)).ranking().stream()
        .map(Prediction::label)
        .toList();
  }

  private static void assertMessage(String message, Runnable action) {
    assertEquals(message, assertThrows(IllegalArgumentException.class, action::run).getMessage());
  }

  private static double value(Evaluation evaluation, String measure) {
    return evaluation.value(Measure.parse(measure));
  }

  private static LabelRow row(Evaluator evaluator, String label) {
    return evaluator.evaluate().labels().stream()
        .filter(row -> row.label().equals(label))
        .findFirst()
        .orElseThrow();
  }

  private static List<String> letters(String text) {
    return text.chars().mapToObj(Character::toString).toList();
  }

  /** Labels with falling scores, all above 0.5. */
  private static ActPredictions falling(String act, List<String> labels) {
    List<Prediction> ranking = new ArrayList<>();
    for (String label : labels) {
      ranking.add(new Prediction(label, 0.99f - 0.01f * ranking.size()));
    }
    return new ActPredictions(act, ranking);
  }

  private static ActPredictions scored(String act, Object... labelsAndScores) {
    List<Prediction> ranking = new ArrayList<>();
    for (int i = 0; i < labelsAndScores.length; i += 2) {
      ranking.add(
          new Prediction(
              (String) labelsAndScores[i], ((Number) labelsAndScores[i + 1]).floatValue()));
    }
    return new ActPredictions(act, ranking);
  }
}

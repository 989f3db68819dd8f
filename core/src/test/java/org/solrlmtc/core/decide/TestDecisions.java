package org.solrlmtc.core.decide;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.solrlmtc.core.decide.DecisionRule.Type.EXPECTED_F1;
import static org.solrlmtc.core.decide.DecisionRule.Type.THRESHOLD;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.solrlmtc.core.score.Coverage;
import org.solrlmtc.core.score.LabelGroup;
import org.solrlmtc.core.score.LabelScores;
import org.solrlmtc.core.score.LabelSet;
import org.solrlmtc.core.score.ScoredLabel;

class TestDecisions {
  private static final LabelSet LABELS =
      new LabelSet(List.of("a", "b", "c", "d"), new int[] {50, 49, 1, 0});

  @Test
  void groupsFollowTheNumberOfTrainingActs() {
    assertEquals(LabelGroup.FREQUENT, LABELS.group(0));
    assertEquals(LabelGroup.FEW, LABELS.group(1));
    assertEquals(LabelGroup.FEW, LABELS.group(2));
    assertEquals(LabelGroup.ZERO, LABELS.group(3));
  }

  @Test
  void tiesAreBrokenByLabelOrderAndZeroIsNoPrediction() {
    LabelScores scores = LabelScores.dense(LABELS, new float[] {0.2f, 0.9f, 0.9f, 0f});
    assertEquals("b c a", ids(scores.top(10)));
    assertEquals("b c", ids(scores.top(2)));
    assertEquals("c a", ids(scores.top(10, index -> index != 1)));
  }

  @Test
  void sparseAndDenseScoresHaveTheSameRanking() {
    LabelScores sparse =
        LabelScores.sparse(LABELS, new int[] {2, 0, 1}, new float[] {0.9f, 0.2f, 0.9f});
    assertEquals("b c a", ids(sparse.top(10)));
    assertEquals("b", ids(sparse.top(1)));
  }

  @Test
  void aLabelIsAssignedAboveItsThresholdNotAtIt() {
    LabelScores scores = LabelScores.dense(LABELS, new float[] {0.5f, 0.6f, 0.7f, 0.8f});
    assertEquals("d c b", ids(DecisionRule.above(0.5).decide(scores)));
    assertEquals(
        "d c a", ids(new DecisionRule(0.5, Map.of("a", 0.4, "b", 0.6f + 1e-9), 10).decide(scores)));
    assertEquals("d c", ids(new DecisionRule(0, Map.of(), 2).decide(scores)));
  }

  private static DecisionRule expectedF1(double threshold, double labels, double upper) {
    return new DecisionRule(EXPECTED_F1, threshold, Map.of(), labels, upper, 0, 0, 10);
  }

  @Test
  void asManyLabelsAreAssignedAsGiveTheLargestExpectedF1() {
    // with 2 gold labels: 1.8/3 = .6, 2.8/4 = .7, 3.4/5 = .68
    LabelScores sure = LabelScores.dense(LABELS, new float[] {0.9f, 0.5f, 0.3f, 0f});
    assertEquals("a b", ids(expectedF1(0, 2, 1).decide(sure)));
    // with 4: 1.8/5 = .36, 2.8/6 = .467, 3.4/7 = .486
    assertEquals("a b c", ids(expectedF1(0, 4, 1).decide(sure)));
    // the same scores divided by three: an act that the model knows less of keeps its labels
    LabelScores unsure = LabelScores.dense(LABELS, new float[] {0.3f, 0.5f / 3, 0.1f, 0f});
    assertEquals("a b", ids(expectedF1(0, 2, 1).decide(unsure)));
    assertEquals("", ids(DecisionRule.above(0.4).decide(unsure)));
  }

  @Test
  void expectedF1HasALowerAndAnUpperThreshold() {
    LabelScores scores = LabelScores.dense(LABELS, new float[] {0.9f, 0.5f, 0.3f, 0f});
    assertEquals("a b c", ids(expectedF1(0, 2, 0.2).decide(scores)), "above .2 in any case");
    assertEquals("a", ids(expectedF1(0.5, 2, 1).decide(scores)), "never at .5 or below");
    LabelScores low = LabelScores.dense(LABELS, new float[] {0.04f, 0.03f, 0f, 0f});
    assertEquals("", ids(expectedF1(0.05, 5, 1).decide(low)));
    assertEquals("a b", ids(expectedF1(0, 5, 1).decide(low)));
  }

  @Test
  void anActGetsItsBestLabelsUpToTheMinimum() {
    LabelScores scores = LabelScores.dense(LABELS, new float[] {0.3f, 0.6f, 0.2f, 0f});
    assertEquals("b a", ids(rule(0.5, Map.of(), 2, 9).decide(scores)));
    assertEquals("b a c", ids(rule(0.5, Map.of(), 4, 9).decide(scores)), "d has no score");
    // the label above its own threshold comes before a better one below its own
    assertEquals("c", ids(rule(0.7, Map.of("c", 0.1), 1, 9).decide(scores)));
    assertEquals("b c", ids(rule(0.7, Map.of("c", 0.1), 2, 9).decide(scores)), "in rank order");
  }

  private static DecisionRule rule(
      double threshold, Map<String, Double> labelThresholds, int min, int max) {
    return new DecisionRule(THRESHOLD, threshold, labelThresholds, 0, 1, 0, min, max);
  }

  @Test
  void givenNumbersReplaceThoseOfTheBundle() {
    DecisionRule own = new DecisionRule(EXPECTED_F1, 0.05, Map.of(), 5, 0.6, 0, 2, 10);
    assertEquals(own, own.with(Optional.empty(), Optional.empty(), Optional.empty()));
    assertEquals(
        new DecisionRule(THRESHOLD, 0.3, Map.of(), 0, 1, 0, 2, 10),
        own.with(Optional.of(0.3), Optional.empty(), Optional.empty()));
    assertEquals(1, own.with(Optional.empty(), Optional.empty(), Optional.of(1)).minLabels());
    assertEquals(12, own.with(Optional.empty(), Optional.of(12), Optional.empty()).maxLabels());
    assertRefused("minLabels", () -> own.with(Optional.empty(), Optional.of(3), Optional.of(2)));
  }

  @Test
  void impossibleValuesAreRefused() {
    assertRefused("expectedLabels", () -> expectedF1(0, 0, 1));
    assertRefused("expectedLabels", () -> expectedF1(0, Double.NaN, 1));
    assertRefused("upperThreshold (0.2)", () -> expectedF1(0.3, 5, 0.2));
    assertRefused("minLabels", () -> rule(0.5, Map.of(), 3, 2));
    assertRefused("minLabels", () -> rule(0.5, Map.of(), -1, 2));
    assertRefused(
        "are for the type expected-f1",
        () -> new DecisionRule(THRESHOLD, 0.5, Map.of(), 5, 1, 0, 0, 2));

    assertRefused("not 1.5", () -> DecisionRule.above(1.5));
    assertRefused("not NaN", () -> DecisionRule.above(Double.NaN));
    assertRefused("not -1.0", () -> new DecisionRule(0.5, Map.of("a", -1.0), 1));
    assertRefused("maxLabels", () -> new DecisionRule(0.5, Map.of(), 0));
    assertRefused("not NaN", () -> LabelScores.dense(LABELS, new float[] {0, 0, 0, Float.NaN}));
    assertRefused("2 scores for 4 labels", () -> LabelScores.dense(LABELS, new float[] {0, 0}));
    assertRefused("the label a ", () -> new LabelSet(List.of("a", "a"), new int[2]));
  }

  private static void assertRefused(String message, Executable use) {
    IllegalArgumentException e = assertThrows(IllegalArgumentException.class, use);
    assertTrue(e.getMessage().contains(message), e.getMessage());
  }

  private static String ids(List<ScoredLabel> labels) {
    return labels.stream().map(ScoredLabel::id).collect(Collectors.joining(" "));
  }

  @Test
  void aTextOfFewKnownWordsGetsFewLabels() {
    LabelScores sure = LabelScores.dense(LABELS, new float[] {0.9f, 0.9f, 0.9f, 0.9f});
    for (DecisionRule rule : List.of(rule(0.5, Map.of(), 0, 9), expectedF1(0.05, 5, 0.5))) {
      DecisionRule limited = rule.withWordsPerLabel(2);
      assertEquals("a", ids(limited.decide(known(sure, 0))), "one label is always allowed");
      assertEquals("a", ids(limited.decide(known(sure, 2))));
      assertEquals("a b", ids(limited.decide(known(sure, 3))));
      assertEquals("a b c d", ids(limited.decide(known(sure, 100))));
      assertEquals("a b c d", ids(limited.decide(sure)), "its known words are not known");
      assertEquals("a b c d", ids(rule.decide(known(sure, 1))));
    }
    DecisionRule atLeastThree = rule(0.5, Map.of(), 3, 9).withWordsPerLabel(2);
    assertEquals("a b c", ids(atLeastThree.decide(known(sure, 1))), "minLabels come first");
    DecisionRule chosen =
        rule(0.5, Map.of(), 0, 9)
            .withWordsPerLabel(2)
            .with(Optional.of(0.1), Optional.empty(), Optional.empty());
    assertEquals("a b c d", ids(chosen.decide(known(sure, 1))), "a given threshold counts alone");
    assertTrue(rule(0.5, Map.of(), 0, 9).withWordsPerLabel(2).describe().contains("per 2 known"));
    assertRefused(
        "wordsPerLabel must be 0 or more", () -> DecisionRule.above(0.5).withWordsPerLabel(-1));
  }

  private static LabelScores known(LabelScores scores, int words) {
    return scores.withCoverage(Optional.of(new Coverage(words + 7, words)));
  }
}

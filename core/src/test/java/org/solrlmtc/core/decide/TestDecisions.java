package org.solrlmtc.core.decide;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
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

  @Test
  void impossibleValuesAreRefused() {
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
}

package org.solrlmtc.training.tune;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.solrlmtc.core.decide.DecisionRule;
import org.solrlmtc.core.score.LabelScores;
import org.solrlmtc.core.score.LabelSet;

class TestThresholdTuner {
  private static final LabelSet LABELS =
      new LabelSet(List.of("common", "low", "rare"), new int[] {100, 100, 1});

  private static LabelScores scores(float common, float low, float rare) {
    return LabelScores.dense(LABELS, new float[] {common, low, rare});
  }

  /** Label "low" is correct above 0.2, "common" above 0.5; "rare" is correct once, at 0.1. */
  private static ThresholdTuner tuner() {
    ThresholdTuner tuner = new ThresholdTuner(3);
    for (int i = 0; i < 200; i++) {
      tuner.add(scores(0.8f, 0.1f, 0.02f), List.of("common"));
      tuner.add(scores(0.4f, 0.05f, 0.02f), List.of());
      if (i % 4 == 0) {
        tuner.add(scores(0.3f, 0.3f, 0.02f), List.of("low"));
      }
    }
    tuner.add(scores(0.1f, 0.01f, 0.1f), List.of("rare"));
    return tuner;
  }

  @Test
  void theGlobalThresholdLiesWhereF1IsBest() {
    DecisionRule rule = tuner().tune();
    assertEquals(0.4, rule.threshold(), 1e-6);
    assertEquals(Map.of(), rule.labelThresholds());
  }

  @Test
  void everyLabelHasItsOwnThreshold() {
    ThresholdTuner tuner = tuner();
    DecisionRule rule = tuner.tuneByLabel();
    assertTrue(rule.labelThresholds().get("low") < 0.3, rule.toString());
    assertTrue(rule.labelThresholds().get("low") > 0.1, rule.toString());
    assertTrue(rule.labelThresholds().get("common") > 0.4, rule.toString());
    assertTrue(tuner.counts(rule).f1() > tuner.counts(tuner.tune()).f1() + 0.1);
  }

  @Test
  void oneActMovesTheThresholdOfARareLabelOnlyALittle() {
    assertEquals(0.4, tuner().tuneByLabel().labelThresholds().get("rare"), 0.02);
  }

  @Test
  void aLabelWithoutActsKeepsTheGlobalThreshold() {
    ThresholdTuner tuner = new ThresholdTuner(3);
    tuner.add(scores(0.8f, 0.1f, 0f), List.of("common"));
    assertEquals(Set.of("common"), tuner.tuneByLabel().labelThresholds().keySet());
  }

  @Test
  void countsOfTwoHalvesAddUp() {
    ThresholdTuner.Counts counts =
        new ThresholdTuner.Counts(3, 2, 4).plus(new ThresholdTuner.Counts(1, 1, 0));
    assertEquals(new ThresholdTuner.Counts(4, 3, 4), counts);
    assertEquals(0.75, counts.f1(), 1e-9);
  }

  @Test
  void choosesTheThresholdOfTheBestMicroF1() {
    ThresholdTuner tuner = new ThresholdTuner(3);
    // above .6: 2 of 2 correct, F1 = 4/5; above .3: 2 of 3, 4/6; above .2: 3 of 4, 6/7; all: 3 of 5
    tuner.add(scores(0.9f, 0.6f, 0.2f), List.of("common"));
    tuner.add(scores(0f, 0.8f, 0.3f), List.of("low", "rare"));
    assertEquals(0.2f, tuner.tune().threshold(), 0);
  }

  @Test
  void labelsOfEqualScoreAreAssignedTogether() {
    ThresholdTuner tuner = new ThresholdTuner(3);
    tuner.add(scores(0.9f, 0.5f, 0.5f), List.of("common"));
    // above .5: 1 of 1 correct; above 0: 1 of 3
    assertEquals(0.5f, tuner.tune().threshold(), 0);
  }

  @Test
  void noMoreLabelsAreCountedThanWillBeAssigned() {
    ThresholdTuner tuner = new ThresholdTuner(1);
    tuner.add(scores(0.9f, 0.8f, 0.7f), List.of("common"));
    assertEquals(0f, tuner.tune().threshold(), 0);
  }

  @Test
  void nothingIsAssignedWhenNothingIsCorrect() {
    ThresholdTuner tuner = new ThresholdTuner(3);
    tuner.add(scores(0.9f, 0f, 0f), List.of("rare"));
    assertEquals(1, tuner.tune().threshold(), 0);
  }
}

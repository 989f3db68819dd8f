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

  private static final DecisionOptions GLOBAL = DecisionOptions.of(Map.of("maxLabels", 3));
  private static final DecisionOptions BY_LABEL =
      DecisionOptions.of(Map.of("labelThresholds", true, "maxLabels", 3));

  private static DecisionRule tune(ScoredActs acts, DecisionOptions options) {
    return ThresholdTuner.tune(acts, options);
  }

  private static LabelScores scores(float common, float low, float rare) {
    return LabelScores.dense(LABELS, new float[] {common, low, rare});
  }

  /** Label "low" is correct above 0.2, "common" above 0.5; "rare" is correct once, at 0.1. */
  private static ScoredActs acts() {
    ScoredActs acts = new ScoredActs(3);
    for (int i = 0; i < 200; i++) {
      acts.add(scores(0.8f, 0.1f, 0.02f), List.of("common"));
      acts.add(scores(0.4f, 0.05f, 0.02f), List.of());
      if (i % 4 == 0) {
        acts.add(scores(0.3f, 0.3f, 0.02f), List.of("low"));
      }
    }
    acts.add(scores(0.1f, 0.01f, 0.1f), List.of("rare"));
    return acts;
  }

  @Test
  void theGlobalThresholdLiesWhereF1IsBest() {
    DecisionRule rule = tune(acts(), GLOBAL);
    assertEquals(0.4, rule.threshold(), 1e-6);
    assertEquals(Map.of(), rule.labelThresholds());
  }

  @Test
  void everyLabelHasItsOwnThreshold() {
    ScoredActs acts = acts();
    DecisionRule rule = tune(acts, BY_LABEL);
    assertTrue(rule.labelThresholds().get("low") < 0.3, rule.toString());
    assertTrue(rule.labelThresholds().get("low") > 0.1, rule.toString());
    assertTrue(rule.labelThresholds().get("common") > 0.4, rule.toString());
    assertTrue(acts.counts(rule).f1() > acts.counts(tune(acts, GLOBAL)).f1() + 0.1);
  }

  @Test
  void oneActMovesTheThresholdOfARareLabelOnlyALittle() {
    assertEquals(0.4, tune(acts(), BY_LABEL).labelThresholds().get("rare"), 0.02);
  }

  @Test
  void aLabelWithoutActsKeepsTheGlobalThreshold() {
    ScoredActs acts = new ScoredActs(3);
    acts.add(scores(0.8f, 0.1f, 0f), List.of("common"));
    assertEquals(Set.of("common"), tune(acts, BY_LABEL).labelThresholds().keySet());
  }

  @Test
  void countsOfTwoHalvesAddUp() {
    ScoredActs.Counts counts = new ScoredActs.Counts(3, 2, 4).plus(new ScoredActs.Counts(1, 1, 0));
    assertEquals(new ScoredActs.Counts(4, 3, 4), counts);
    assertEquals(0.75, counts.f1(), 1e-9);
  }

  @Test
  void choosesTheThresholdOfTheBestMicroF1() {
    ScoredActs acts = new ScoredActs(3);
    // above .6: 2 of 2 correct, F1 = 4/5; above .3: 2 of 3, 4/6; above .2: 3 of 4, 6/7; all: 3 of 5
    acts.add(scores(0.9f, 0.6f, 0.2f), List.of("common"));
    acts.add(scores(0f, 0.8f, 0.3f), List.of("low", "rare"));
    assertEquals(0.2f, tune(acts, GLOBAL).threshold(), 0);
  }

  @Test
  void labelsOfEqualScoreAreAssignedTogether() {
    ScoredActs acts = new ScoredActs(3);
    acts.add(scores(0.9f, 0.5f, 0.5f), List.of("common"));
    // above .5: 1 of 1 correct; above 0: 1 of 3
    assertEquals(0.5f, tune(acts, GLOBAL).threshold(), 0);
  }

  @Test
  void noMoreLabelsAreCountedThanWillBeAssigned() {
    ScoredActs acts = new ScoredActs(1);
    acts.add(scores(0.9f, 0.8f, 0.7f), List.of("common"));
    assertEquals(0f, tune(acts, GLOBAL).threshold(), 0);
  }

  @Test
  void nothingIsAssignedWhenNothingIsCorrect() {
    ScoredActs acts = new ScoredActs(3);
    acts.add(scores(0.9f, 0f, 0f), List.of("rare"));
    assertEquals(1, tune(acts, GLOBAL).threshold(), 0);
  }
}

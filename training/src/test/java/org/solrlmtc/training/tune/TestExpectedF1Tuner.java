package org.solrlmtc.training.tune;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.solrlmtc.core.decide.DecisionRule;
import org.solrlmtc.core.score.LabelScores;
import org.solrlmtc.core.score.LabelSet;
import org.solrlmtc.training.execution.TrainingException;

class TestExpectedF1Tuner {
  private static final LabelSet LABELS =
      new LabelSet(List.of("a", "b", "c"), new int[] {100, 100, 1});

  private static DecisionOptions options(Map<String, Object> more) {
    Map<String, Object> section = new HashMap<>(more);
    section.put("type", "expected-f1");
    return DecisionOptions.of(section);
  }

  /** Every act has two gold labels. */
  private static ScoredActs acts() {
    ScoredActs acts = new ScoredActs(3);
    acts.add(LabelScores.dense(LABELS, new float[] {0.9f, 0.8f, 0.3f}), List.of("a", "b"));
    acts.add(LabelScores.dense(LABELS, new float[] {0.9f, 0.42f, 0.1f}), List.of("a", "b"));
    acts.add(LabelScores.dense(LABELS, new float[] {0.3f, 0.2f, 0.1f}), List.of("a", "b"));
    return acts;
  }

  @Test
  void theExpectedNumberOfLabelsIsMeasured() {
    DecisionRule rule = ExpectedF1Tuner.tune(acts(), options(Map.of()));
    assertEquals(2, rule.expectedLabels());
    assertEquals(0.05, rule.threshold());
    assertEquals(1, rule.upperThreshold(), "nothing is better than the expected F1");
    assertEquals(1, acts().counts(rule).f1(), 1e-9, "all labels, also of the weak act");
  }

  @Test
  void theUpperThresholdIsTunedForMicroF1() {
    ScoredActs acts = new ScoredActs(3);
    acts.add(LabelScores.dense(LABELS, new float[] {0.9f, 0.8f, 0.3f}), List.of("a", "b"));
    acts.add(LabelScores.dense(LABELS, new float[] {0.9f, 0.42f, 0.1f}), List.of("a", "b"));
    // with half a gold label expected, the label of .42 is not assigned unless it is above
    DecisionRule rule = ExpectedF1Tuner.tune(acts, options(Map.of("expectedLabels", 0.5)));
    assertEquals(0.5, rule.expectedLabels());
    assertEquals(0.41, rule.upperThreshold(), "the highest one that assigns it");
    DecisionRule without =
        ExpectedF1Tuner.tune(acts, options(Map.of("expectedLabels", 0.5, "upperThreshold", 1.0)));
    assertEquals(1, without.upperThreshold());
    assertTrue(acts.counts(rule).f1() > acts.counts(without).f1());
  }

  @Test
  void withoutDevelopmentActsTheExpectedNumberMustBeGiven() {
    TrainingException e = assertThrows(TrainingException.class, options(Map.of())::untuned);
    assertTrue(e.getMessage().contains("'expectedLabels' is missing"), e.getMessage());
    DecisionRule rule = options(Map.of("expectedLabels", 4)).untuned();
    assertEquals(4, rule.expectedLabels());
    assertEquals(0.05, rule.threshold());
  }
}

package org.solrlmtc.training;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.solrlmtc.core.score.LabelScores;
import org.solrlmtc.core.score.LabelSet;

class TestThresholdTuner {
  private static final LabelSet LABELS =
      new LabelSet(List.of("a", "b", "c", "d"), new int[] {1, 1, 1, 1});

  @Test
  void choosesTheThresholdOfTheBestMicroF1() {
    ThresholdTuner tuner = new ThresholdTuner(4);
    // above .6: 2 of 2 right, F1 = 4/5; above .3: 2 of 3, 4/6; above .2: 3 of 4, 6/7; all: 3 of 5
    tuner.add(scores(0.9f, 0.6f, 0.2f, 0f), List.of("a"));
    tuner.add(scores(0f, 0.8f, 0.3f, 0f), List.of("b", "c"));
    assertEquals(0.2f, tuner.best(), 0);
  }

  @Test
  void labelsOfEqualScoreStandOrFallTogether() {
    ThresholdTuner tuner = new ThresholdTuner(4);
    tuner.add(scores(0.9f, 0.5f, 0.5f, 0.5f), List.of("a", "b"));
    // above .5: 1 of 1, F1 = 2/3; above 0: 2 of 4, F1 = 4/6: not better
    assertEquals(0.5f, tuner.best(), 0);
  }

  @Test
  void countsNoMoreLabelsThanWillBeAssigned() {
    ThresholdTuner tuner = new ThresholdTuner(1);
    tuner.add(scores(0.9f, 0.8f, 0.7f, 0.6f), List.of("a"));
    assertEquals(0f, tuner.best(), 0);
  }

  @Test
  void assignsNothingWhenNothingIsEverRight() {
    ThresholdTuner tuner = new ThresholdTuner(4);
    tuner.add(scores(0.9f, 0f, 0f, 0f), List.of("d"));
    assertEquals(1, tuner.best(), 0);
  }

  private static LabelScores scores(float... scores) {
    return LabelScores.dense(LABELS, scores);
  }
}

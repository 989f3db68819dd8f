package org.solrlmtc.training.tune;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.solrlmtc.core.decide.DecisionRule;
import org.solrlmtc.core.reference.Reference;
import org.solrlmtc.core.reference.Signal;
import org.solrlmtc.core.score.Coverage;
import org.solrlmtc.core.score.LabelScores;
import org.solrlmtc.core.score.LabelSet;

class TestReferences {
  private static final LabelSet LABELS = new LabelSet(List.of("a", "b"), new int[] {1, 1});

  private static LabelScores scores(float a, float b) {
    return LabelScores.dense(LABELS, new float[] {a, b});
  }

  @Test
  void signalsAreMeasuredPerAct() {
    References references = new References(DecisionRule.above(0.5), 3);
    references.add(scores(0.9f, 0.7f).withCoverage(Optional.of(new Coverage(10, 8))), List.of());
    references.add(scores(0, 0).withCoverage(Optional.of(new Coverage(10, 4))), List.of());
    Reference reference = references.build();
    assertEquals(2, reference.acts());
    assertEquals(3, reference.goldLabels());
    assertEquals(0.45, mean(reference, Signal.BEST_SCORE), 1e-6);
    assertEquals(0.6, mean(reference, Signal.COVERAGE), 1e-6);
    // 2 x (.9 + .7) / (2 + 3), and nothing for the second act
    assertEquals(0.32, mean(reference, Signal.CONFIDENCE), 1e-6);
  }

  private static double mean(Reference reference, Signal signal) {
    return reference.of(signal).orElseThrow().mean();
  }

  @Test
  void aMethodWithoutVocabularyHasNoCoverage() {
    References references = new References(DecisionRule.above(0.5), 3);
    references.add(scores(0.9f, 0.7f), List.of());
    assertTrue(references.build().of(Signal.COVERAGE).isEmpty());
  }

  @Test
  void aLanguageOfFewActsIsNotOneOfTheModel() {
    References references = new References(DecisionRule.above(0.5), 3);
    references.add(scores(0, 0), List.of("la"));
    for (int act = 0; act < 30; act++) {
      references.add(scores(0, 0), List.of(act % 3 == 0 ? "de" : "en"));
      references.add(scores(0, 0), List.of());
    }
    assertEquals(List.of("de", "en"), references.build().languages());
    assertEquals(List.of(), new References(DecisionRule.above(0.5), 3).build().languages());
  }
}

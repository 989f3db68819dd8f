package org.solrlmtc.core.label;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.solrlmtc.core.score.ScoredLabel;

class TestActDecision {
  private static List<ScoredLabel> labels(float... scores) {
    List<ScoredLabel> labels = new java.util.ArrayList<>();
    for (int i = 0; i < scores.length; i++) {
      labels.add(new ScoredLabel(i, "l" + i, scores[i]));
    }
    return labels;
  }

  @Test
  void theConfidenceIsTheExpectedF1() {
    assertEquals(2 * 1.5 / (2 + 5), ActDecision.confidence(labels(0.9f, 0.6f), 5), 1e-6);
    assertEquals(0, ActDecision.confidence(labels(), 5));
    assertEquals(2 * 0.9 / (1 + 5), ActDecision.confidence(labels(0.9f), 5), 1e-6);
  }

  @Test
  void manySureLabelsAreAtMostCertain() {
    assertEquals(1, ActDecision.confidence(labels(1, 1, 1, 1), 2), 1e-6);
  }
}

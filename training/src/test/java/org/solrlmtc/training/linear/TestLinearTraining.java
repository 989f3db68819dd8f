package org.solrlmtc.training.linear;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.core.bundle.BundleManifest;
import org.solrlmtc.core.bundle.ModelBundle;
import org.solrlmtc.core.bundle.Scorers;
import org.solrlmtc.core.decide.DecisionRule;
import org.solrlmtc.core.linear.LinearScorerProvider;
import org.solrlmtc.core.reference.Signal;
import org.solrlmtc.core.score.Coverage;
import org.solrlmtc.core.score.LabelScorer;
import org.solrlmtc.core.score.LabelScores;
import org.solrlmtc.training.TinyData;

class TestLinearTraining extends NgramTrainingTestCase {
  TestLinearTraining() {
    super(LinearScorerProvider.METHOD, Map.of(), "block-0.bin");
  }

  @Test
  void logisticRegressionPredictsTheLabels() throws IOException {
    assertPredictsNewActs(train("logistic", randomData(), with("loss", "logistic")));
  }

  @Test
  void anUnknownLossIsNamed() throws IOException {
    assertRefused("loss", "hinge");
  }

  @Test
  void theBundleKnowsItsDevelopmentActs() throws IOException {
    BundleManifest manifest = train("limits", randomData(), with("maxNgram", 1)).manifest();
    assertEquals(60, manifest.reference().acts());
    assertEquals(1.8, manifest.reference().goldLabels(), 0.3);
    double coverage = manifest.reference().of(Signal.COVERAGE).orElseThrow().mean();
    assertTrue(coverage > 0.5 && coverage < 1, "coverage " + coverage);
    assertTrue(manifest.reference().of(Signal.CONFIDENCE).orElseThrow().mean() > 0.8);
    assertTrue(manifest.decision().wordsPerLabel() >= 1, manifest.decision().toString());
  }

  @Test
  void aTextOfOneWordGetsOneLabel() throws IOException {
    ModelBundle bundle = train("short", randomData(), with("maxNgram", 1));
    DecisionRule eager =
        new DecisionRule(0, Map.of(), 1000)
            .withWordsPerLabel(bundle.manifest().decision().wordsPerLabel());
    try (LabelScorer scorer = Scorers.open(bundle)) {
      LabelScores scores =
          scorer.score(List.of(LegalAct.ofText("a", TinyData.word(3) + " unheard-of"))).get(0);
      assertEquals(new Coverage(3, 1), scores.coverage().orElseThrow());
      assertTrue(scores.top(1000).size() > 1, "many labels have a score");
      assertEquals(1, eager.decide(scores).size());
    }
  }
}

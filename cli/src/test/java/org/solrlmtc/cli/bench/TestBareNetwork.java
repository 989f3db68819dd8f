package org.solrlmtc.cli.bench;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.core.bundle.ModelBundle;
import org.solrlmtc.core.ensemble.EnsembleScorer;
import org.solrlmtc.core.ensemble.EnsembleScorerProvider;
import org.solrlmtc.core.ensemble.EnsembleSettings;
import org.solrlmtc.core.onnx.OnnxScorer;
import org.solrlmtc.core.onnx.OnnxScorerProvider;
import org.solrlmtc.core.score.LabelScores;

/** The shipped network, with and without the scorer around it. */
class TestBareNetwork {
  private static final ModelBundle BUNDLE =
      ModelBundle.open(Path.of("..", "onnx-models"), "eurovoc-network");
  private static final LegalAct FISH =
      LegalAct.ofText("a", "Commission Regulation on fishing quotas for cod in the North Sea");
  private static final LegalAct NOTHING = LegalAct.ofText("b", ".");

  @Test
  void theBareNetworkReturnsTheScoresOfTheScorer() {
    List<String> concepts =
        OnnxScorerProvider.readOutputs(
            BUNDLE.member("bigru-lwan-l2v-int8", OnnxScorerProvider.METHOD, network()));
    int[] wanted = {BUNDLE.labels().indexOf(concepts.get(7)).orElseThrow(), labelWithoutColumn()};
    try (EnsembleScorer ensemble = new EnsembleScorerProvider().open(BUNDLE);
        BareNetwork bare = BareNetwork.of(BUNDLE).get(0)) {
      OnnxScorer scorer = (OnnxScorer) ensemble.members().get(1);
      assertEquals(scorer.tokenCount(FISH), bare.tokens(FISH));
      assertTrue(bare.tokens(FISH) > 2);
      assertEquals(0, bare.tokens(NOTHING));
      assertTrue(bare.prepare(List.of(NOTHING), Optional.empty()).isEmpty());

      float[] expected = new float[BUNDLE.labels().size()];
      LabelScores scores = scorer.score(List.of(FISH)).get(0);
      scores.forEach((label, score) -> expected[label] = score);
      List<LegalAct> acts = List.of(FISH, NOTHING, FISH);
      try (BareNetwork.Batch batch = bare.prepare(acts, Optional.empty()).orElseThrow()) {
        batch.run();
        float[][] all = batch.probabilities();
        assertEquals(2, all.length);
        assertEquals(concepts.size(), all[0].length);
        assertEquals(
            expected[BUNDLE.labels().indexOf(concepts.get(0)).orElseThrow()], all[0][0], 1e-6);
        assertArrayEquals(all[0], all[1], 1e-6f);
      }
      List<int[]> candidates = List.of(wanted, new int[0], wanted);
      try (BareNetwork.Batch batch = bare.prepare(acts, Optional.of(candidates)).orElseThrow()) {
        batch.run();
        float[][] some = batch.probabilities();
        assertEquals(1, some[0].length);
        assertEquals(expected[wanted[0]], some[1][0], 1e-6);
      }
    }
  }

  @Test
  void aClosedBatchRefusesToRun() {
    try (BareNetwork bare = BareNetwork.of(BUNDLE).get(0)) {
      BareNetwork.Batch closed = bare.prepare(List.of(FISH), Optional.empty()).orElseThrow();
      closed.close();
      assertThrows(IllegalStateException.class, closed::run);
      assertThrows(IllegalStateException.class, closed::probabilities);
    }
  }

  private static Map<String, Object> network() {
    return EnsembleSettings.of(BUNDLE).members().get(1).settings();
  }

  private static int labelWithoutColumn() {
    for (int label = 0; label < BUNDLE.labels().size(); label++) {
      if (BUNDLE.labels().trainingActs(label) == 0) {
        return label;
      }
    }
    throw new IllegalStateException("every label is trained");
  }
}

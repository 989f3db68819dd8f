package org.solrlmtc.training.linear;

import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.solrlmtc.core.linear.LinearScorerProvider;

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
}

package org.solrlmtc.training.ensemble;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import ml.dmlc.xgboost4j.java.Booster;
import ml.dmlc.xgboost4j.java.DMatrix;
import ml.dmlc.xgboost4j.java.XGBoost;
import ml.dmlc.xgboost4j.java.XGBoostError;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.solrlmtc.training.execution.TrainingException;

class TestBoostedTrees {
  private static final int ROWS = 2000;
  private static final List<String> FEATURES = List.of("noise", "slope", "step");
  private static final BoostingSettings SETTINGS =
      new BoostingSettings(40, 5, 0.3, 0.8, 1, 1, 1, 7);

  private final float[] rows = new float[ROWS * FEATURES.size()];
  private final float[] targets = new float[ROWS];

  @BeforeEach
  void makeRows() {
    XgboostAssumption.isThere();
    Random random = new Random(1);
    for (int i = 0; i < ROWS; i++) {
      rows[3 * i] = random.nextFloat();
      rows[3 * i + 1] = random.nextFloat();
      rows[3 * i + 2] = random.nextInt(3);
      double probability = rows[3 * i + 2] == 1 ? 0.9 : rows[3 * i + 1] / 2;
      targets[i] = random.nextDouble() < probability ? 1 : 0;
    }
  }

  @Test
  void theServedTreesGiveTheMarginsOfXgboost() throws IOException, XGBoostError {
    BoostedTrees boosted = BoostedTrees.fit(FEATURES, rows, targets, SETTINGS, 1);
    float[] margins = boosted.trees().margins(rows, ROWS);
    float[][] expected = ofXgboost();
    for (int i = 0; i < ROWS; i++) {
      assertEquals(expected[i][0], margins[i], 1e-4f);
    }
    assertEquals(SETTINGS.trees(), boosted.trees().size());
  }

  private float[][] ofXgboost() throws XGBoostError {
    double positives = 0;
    for (float target : targets) {
      positives += target;
    }
    DMatrix matrix = new DMatrix(rows, ROWS, FEATURES.size(), Float.NaN);
    matrix.setLabel(targets);
    Booster booster =
        XGBoost.train(
            matrix,
            SETTINGS.parameters(1, positives / ROWS),
            SETTINGS.trees(),
            Map.of(),
            null,
            null);
    float[][] margins = booster.predict(matrix, true);
    booster.dispose();
    matrix.dispose();
    return margins;
  }

  @Test
  void featuresThatMatterGainMore() throws IOException {
    double[] gains = BoostedTrees.fit(FEATURES, rows, targets, SETTINGS, 1).gains();
    assertTrue(gains[2] > gains[1] && gains[1] > gains[0], Arrays.toString(gains));
  }

  @Test
  void candidatesWithoutAnyGoldLabelAreRefused() {
    TrainingException e =
        assertThrows(
            TrainingException.class,
            () -> BoostedTrees.fit(FEATURES, rows, new float[ROWS], SETTINGS, 1));
    assertTrue(e.getMessage().contains("of 2000 candidates 0 are gold labels"), e.getMessage());
  }
}

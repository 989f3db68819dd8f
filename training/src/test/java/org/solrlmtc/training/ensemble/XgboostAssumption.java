package org.solrlmtc.training.ensemble;

import ml.dmlc.xgboost4j.java.DMatrix;
import ml.dmlc.xgboost4j.java.XGBoostError;
import org.junit.jupiter.api.Assumptions;

/** Skips tests, saying so, where the native library of XGBoost cannot be loaded. */
final class XgboostAssumption {
  private XgboostAssumption() {}

  static void isThere() {
    try {
      new DMatrix(new float[] {1}, 1, 1, Float.NaN).dispose();
    } catch (XGBoostError | LinkageError e) {
      Assumptions.abort("no native library of XGBoost here (does it lack libgomp.so.1?): " + e);
    }
  }
}

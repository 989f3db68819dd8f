package org.solrlmtc.training.ensemble;

import ml.dmlc.xgboost4j.java.DMatrix;
import ml.dmlc.xgboost4j.java.XGBoostError;
import org.junit.jupiter.api.Assumptions;

/** Skips tests, saying so, where the native library of XGBoost lacks OpenMP. */
final class XgboostAssumption {
  private XgboostAssumption() {}

  static void isThere() {
    try {
      new DMatrix(new float[] {1}, 1, 1, Float.NaN).dispose();
    } catch (XGBoostError e) {
      throw new AssertionError(e);
    } catch (LinkageError e) {
      for (Throwable cause = e; cause != null; cause = cause.getCause()) {
        Assumptions.assumeFalse(
            String.valueOf(cause.getMessage()).contains("libgomp"),
            "XGBoost needs libgomp.so.1: install libgomp1");
      }
      throw e;
    }
  }
}

package org.solrlmtc.training.linear;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.BitSet;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.solrlmtc.core.linear.Calibration;
import org.solrlmtc.core.linear.LabelMargins;

class TestCalibrationFitter {
  private static final int LABELS = 30;

  private static LabelMargins margins(float[] values) {
    return new LabelMargins(IntStream.range(0, LABELS).toArray(), values);
  }

  @Test
  void theCalibrationOfTheDataIsRecovered() {
    CalibrationFitter fitter = new CalibrationFitter();
    Calibration truth = new Calibration(0.5, 3, 4);
    Random random = new Random(9);
    for (int act = 0; act < 20_000; act++) {
      float[] margins = new float[LABELS];
      BitSet gold = new BitSet();
      for (int label = 0; label < LABELS; label++) {
        margins[label] = (float) (random.nextGaussian() * 0.6 - 0.5);
        gold.set(label, random.nextDouble() < truth.probability(margins[label]));
      }
      fitter.add(margins(margins), gold);
    }
    Calibration fitted = fitter.fit();
    for (int i = 0; i < 3; i++) {
      assertEquals(truth.toList().get(i), fitted.toList().get(i), 0.15);
    }
  }

  @Test
  void uninformativeDataStillGiveRisingProbabilities() {
    assertTrue(new CalibrationFitter().fit().slope() > 0);
    CalibrationFitter fitter = new CalibrationFitter();
    fitter.add(margins(new float[LABELS]), new BitSet());
    assertTrue(fitter.fit().probability(0) < 0.1);
  }
}

package org.solrlmtc.training.linear;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.solrlmtc.core.linear.Calibration;
import org.solrlmtc.core.linear.WeightIndex;

class TestCalibrationFitter {
  private static final int LABELS = 30;

  @TempDir Path folder;

  private CalibrationFitter fitter() throws IOException {
    Path file = folder.resolve("weights.bin");
    WeightIndex.write(
        file, 1, IntStream.range(0, LABELS).toArray(), new float[LABELS], visitor -> {});
    return new CalibrationFitter(WeightIndex.open(file));
  }

  @Test
  void theCalibrationThatMadeTheDataIsFoundAgain() throws IOException {
    CalibrationFitter fitter = fitter();
    Calibration truth = new Calibration(0.5, 3, 4);
    Random random = new Random(9);
    for (int act = 0; act < 20_000; act++) {
      float[] margins = new float[LABELS];
      BitSet gold = new BitSet();
      for (int label = 0; label < LABELS; label++) {
        margins[label] = (float) (random.nextGaussian() * 0.6 - 0.5);
        gold.set(label, random.nextDouble() < truth.probability(margins[label]));
      }
      fitter.add(margins, gold);
    }
    Calibration fitted = fitter.fit();
    for (int i = 0; i < 3; i++) {
      assertEquals(truth.toList().get(i), fitted.toList().get(i), 0.15);
    }
  }

  @Test
  void dataThatTellNothingStillGiveRisingProbabilities() throws IOException {
    assertTrue(fitter().fit().slope() > 0);
    CalibrationFitter fitter = fitter();
    fitter.add(new float[LABELS], new BitSet());
    assertTrue(fitter.fit().probability(0) < 0.1);
  }
}

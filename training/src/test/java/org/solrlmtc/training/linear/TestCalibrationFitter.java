package org.solrlmtc.training.linear;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.solrlmtc.core.linear.Calibration;
import org.solrlmtc.core.linear.WeightIndex;
import org.solrlmtc.core.score.LabelSet;

class TestCalibrationFitter {
  private static final int LABELS = 30;

  @TempDir Path folder;

  private CalibrationFitter fitter(LabelSet labels) throws IOException {
    Path file = folder.resolve("weights.bin");
    WeightIndex.write(
        file, 1, IntStream.range(0, LABELS).toArray(), new float[LABELS], visitor -> {});
    return new CalibrationFitter(WeightIndex.open(file), labels);
  }

  private static LabelSet labels() {
    List<String> ids =
        IntStream.range(0, LABELS).mapToObj(i -> "c" + i).collect(Collectors.toList());
    return new LabelSet(ids, IntStream.range(0, LABELS).map(i -> 1 << i % 12).toArray());
  }

  @Test
  void theCalibrationThatMadeTheDataIsFoundAgain() throws IOException {
    LabelSet labels = labels();
    CalibrationFitter fitter = fitter(labels);
    Calibration truth = new Calibration(4, -0.3, 1, 0.2);
    Random random = new Random(9);
    for (int act = 0; act < 20_000; act++) {
      float[] margins = new float[LABELS];
      BitSet gold = new BitSet();
      for (int label = 0; label < LABELS; label++) {
        margins[label] = (float) (random.nextGaussian() * 0.6 - 0.5);
        double log = Calibration.log(labels.trainingActs(label));
        double logOdds = (4 - 0.3 * log) * margins[label] + 1 + 0.2 * log;
        gold.set(label, random.nextDouble() < 1 / (1 + Math.exp(-logOdds)));
      }
      fitter.add(margins, gold);
    }
    Calibration fitted = fitter.fit();
    for (int i = 0; i < 4; i++) {
      assertEquals(truth.toList().get(i), fitted.toList().get(i), 0.05);
    }
  }

  @Test
  void dataThatTellNothingStillGiveFiniteNumbers() throws IOException {
    assertEquals(0, fitter(labels()).fit().slope(), 1e-6);
    CalibrationFitter fitter = fitter(labels());
    fitter.add(new float[LABELS], new BitSet());
    assertTrue(fitter.fit().intercept() < 0);
  }
}

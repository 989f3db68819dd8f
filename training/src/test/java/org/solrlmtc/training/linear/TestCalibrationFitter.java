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

  /** Log-odds of (4 - 0.3 ln n) x margin + 1 + 0.2 ln n, three times as steep below -2. */
  private static double logOdds(double margin, int trainingActs) {
    double log = Math.log(trainingActs);
    double straight = (4 - 0.3 * log) * margin + 1 + 0.2 * log;
    return straight + 2 * Math.min(0, straight + 2);
  }

  @Test
  void probabilitiesHoldForRareAndFrequentLabelsAndForAllMargins() throws IOException {
    LabelSet labels = labels();
    CalibrationFitter fitter = fitter(labels);
    Random random = new Random(9);
    for (int act = 0; act < 20_000; act++) {
      float[] margins = new float[LABELS];
      BitSet gold = new BitSet();
      for (int label = 0; label < LABELS; label++) {
        margins[label] = (float) (random.nextGaussian() * 0.6 - 0.5);
        double logOdds = logOdds(margins[label], labels.trainingActs(label));
        gold.set(label, random.nextDouble() < probability(logOdds));
      }
      fitter.add(margins, gold);
    }
    Calibration fitted = fitter.fit();
    for (int acts : new int[] {1, 30, 2000}) {
      for (double margin = -1.5; margin < 1; margin += 0.1) {
        double compared = fitted.interceptFor(acts) + fitted.slopeFor(acts) * margin;
        double[] inputs = Calibration.Bend.inputs(compared);
        Calibration.Bend bend = fitted.bend();
        double found =
            bend.intercept() * inputs[0]
                + bend.slope() * inputs[1]
                + bend.furtherSlope() * inputs[2];
        assertEquals(probability(logOdds(margin, acts)), probability(found), 0.05);
      }
    }
  }

  private static double probability(double logOdds) {
    return 1 / (1 + Math.exp(-logOdds));
  }

  @Test
  void dataThatTellNothingStillGiveFiniteNumbers() throws IOException {
    assertEquals(0, fitter(labels()).fit().slope().atOneAct(), 1e-6);
    CalibrationFitter fitter = fitter(labels());
    fitter.add(new float[LABELS], new BitSet());
    assertTrue(fitter.fit().intercept().atOneAct() < 0);
  }
}

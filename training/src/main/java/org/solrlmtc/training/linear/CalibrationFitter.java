package org.solrlmtc.training.linear;

import java.util.Arrays;
import java.util.BitSet;
import java.util.TreeMap;
import org.solrlmtc.core.linear.Calibration;
import org.solrlmtc.core.linear.WeightIndex;
import org.solrlmtc.core.score.LabelSet;

/**
 * Fits a {@link Calibration} to acts the model was not trained on, by maximum likelihood over the
 * {@value #BEST} labels of each act with the highest margins: the others are so many, and so far
 * from being assigned, that fitting them would spoil the fit where decisions are made. Margins are
 * counted in bins, so memory does not grow with the acts.
 */
final class CalibrationFitter {
  private static final int BEST = 50;
  private static final int BINS = 1600;
  private static final double BINS_PER_UNIT = 100;
  private static final int PARAMETERS = 4;
  private static final int MAX_STEPS = 50;

  /** Holds the parameters back a little, for the case that nothing was seen that tells them. */
  private static final double RIDGE = 1e-3;

  /** By number of training acts: pairs in each bin of margins, not carrying and carrying. */
  private final TreeMap<Integer, long[][]> pairs = new TreeMap<>();

  private final WeightIndex weights;
  private final LabelSet labels;

  CalibrationFitter(WeightIndex weights, LabelSet labels) {
    this.weights = weights;
    this.labels = labels;
  }

  /** Counts an act's margins, in the order of columns. */
  void add(float[] margins, BitSet goldLabels) {
    float[] sorted = margins.clone();
    Arrays.sort(sorted);
    float bar = sorted.length == 0 ? 0 : sorted[Math.max(0, sorted.length - BEST)];
    for (int column = 0; column < margins.length; column++) {
      if (margins[column] < bar) {
        continue;
      }
      int label = weights.label(column);
      int bin = (int) Math.round(margins[column] * BINS_PER_UNIT) + BINS / 2;
      long[][] counts =
          pairs.computeIfAbsent(labels.trainingActs(label), acts -> new long[2][BINS]);
      counts[goldLabels.get(label) ? 1 : 0][Math.max(0, Math.min(BINS - 1, bin))]++;
    }
  }

  /** The best calibration, by Newton's steps. */
  Calibration fit() {
    double[] parameters = {3, 0, 0, 0};
    for (int step = 0; step < MAX_STEPS; step++) {
      double[] change = newtonStep(parameters);
      double largest = 0;
      for (int i = 0; i < PARAMETERS; i++) {
        parameters[i] -= change[i];
        largest = Math.max(largest, Math.abs(change[i]));
      }
      if (largest < 1e-9) {
        break;
      }
    }
    return new Calibration(parameters[0], parameters[1], parameters[2], parameters[3]);
  }

  private double[] newtonStep(double[] parameters) {
    double[] gradient = new double[PARAMETERS];
    double[][] curvature = new double[PARAMETERS][PARAMETERS];
    for (int i = 0; i < PARAMETERS; i++) {
      gradient[i] = RIDGE * parameters[i];
      curvature[i][i] = RIDGE;
    }
    pairs.forEach(
        (acts, counts) -> {
          double log = Calibration.log(acts);
          for (int bin = 0; bin < BINS; bin++) {
            long all = counts[0][bin] + counts[1][bin];
            if (all > 0) {
              double margin = (bin - BINS / 2) / BINS_PER_UNIT;
              double[] inputs = {margin, margin * log, 1, log};
              addCell(inputs, counts[1][bin], all, parameters, gradient, curvature);
            }
          }
        });
    return LinearEquations.solve(curvature, gradient);
  }

  private static void addCell(
      double[] inputs,
      long carrying,
      long all,
      double[] parameters,
      double[] gradient,
      double[][] curvature) {
    double logOdds = 0;
    for (int i = 0; i < PARAMETERS; i++) {
      logOdds += parameters[i] * inputs[i];
    }
    double probability = 1 / (1 + StrictMath.exp(-logOdds));
    for (int i = 0; i < PARAMETERS; i++) {
      gradient[i] += (all * probability - carrying) * inputs[i];
      for (int j = 0; j < PARAMETERS; j++) {
        curvature[i][j] += all * probability * (1 - probability) * inputs[i] * inputs[j];
      }
    }
  }
}

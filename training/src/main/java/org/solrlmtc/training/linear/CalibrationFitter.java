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
  private static final double SHORTEST = 1e-6;

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

  /** The best calibration, by Newton's steps, each shortened until it leads downwards. */
  Calibration fit() {
    Descent best = descent(new double[] {1, 0, 0, 0});
    for (int step = 0; step < MAX_STEPS; step++) {
      double[] change = LinearEquations.solve(best.curvature, best.gradient);
      Descent next = best;
      for (double length = 1; length > SHORTEST && next.loss >= best.loss; length /= 2) {
        next = descent(best.moved(change, length));
      }
      if (next.loss >= best.loss) {
        break;
      }
      best = next;
    }
    return new Calibration(
        best.parameters[0], best.parameters[1], best.parameters[2], best.parameters[3]);
  }

  private Descent descent(double[] parameters) {
    Descent descent = new Descent(parameters);
    for (int i = 0; i < PARAMETERS; i++) {
      descent.loss += RIDGE / 2 * parameters[i] * parameters[i];
      descent.gradient[i] = RIDGE * parameters[i];
      descent.curvature[i][i] = RIDGE;
    }
    pairs.forEach(
        (acts, counts) -> {
          double log = Calibration.log(acts);
          for (int bin = 0; bin < BINS; bin++) {
            long all = counts[0][bin] + counts[1][bin];
            if (all > 0) {
              double margin = (bin - BINS / 2) / BINS_PER_UNIT;
              double[] inputs = {margin, margin * log, 1, log};
              descent.add(inputs, counts[1][bin], all);
            }
          }
        });
    return descent;
  }

  /** The loss at one place, and where it leads down. */
  private static final class Descent {
    private final double[] parameters;
    private double loss;
    private final double[] gradient = new double[PARAMETERS];
    private final double[][] curvature = new double[PARAMETERS][PARAMETERS];

    Descent(double[] parameters) {
      this.parameters = parameters;
    }

    double[] moved(double[] change, double length) {
      double[] moved = parameters.clone();
      for (int i = 0; i < PARAMETERS; i++) {
        moved[i] -= length * change[i];
      }
      return moved;
    }

    /** Adds pairs of the same inputs, some of which carry the label. */
    void add(double[] inputs, long carrying, long all) {
      double logOdds = 0;
      for (int i = 0; i < PARAMETERS; i++) {
        logOdds += parameters[i] * inputs[i];
      }
      // -ln sigmoid(x) = max(0, -x) + ln(1 + e^-|x|), which no x overflows
      double tail = StrictMath.log1p(StrictMath.exp(-Math.abs(logOdds)));
      loss += carrying * (Math.max(0, -logOdds) + tail);
      loss += (all - carrying) * (Math.max(0, logOdds) + tail);
      double probability = 1 / (1 + StrictMath.exp(-logOdds));
      for (int i = 0; i < PARAMETERS; i++) {
        gradient[i] += (all * probability - carrying) * inputs[i];
        for (int j = 0; j < PARAMETERS; j++) {
          curvature[i][j] += all * probability * (1 - probability) * inputs[i] * inputs[j];
        }
      }
    }
  }
}

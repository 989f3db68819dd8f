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

  /** The best calibration: first what makes labels comparable, then the bend on top of it. */
  Calibration fit() {
    Calibration straight = withFirstStep(maximise(new double[] {0, 0, 1, 0}, this::firstStep));
    double[] bend =
        maximise(
            new double[] {0, 1, 0},
            (margin, acts) ->
                Calibration.Bend.inputs(
                    straight.interceptFor(acts) + straight.slopeFor(acts) * margin));
    return new Calibration(
        straight.intercept(), straight.slope(), new Calibration.Bend(bend[0], bend[1], bend[2]));
  }

  private double[] firstStep(double margin, int acts) {
    double[] trend = Calibration.Trend.inputs(acts);
    return new double[] {trend[0], trend[1], margin * trend[0], margin * trend[1]};
  }

  private static Calibration withFirstStep(double[] numbers) {
    return new Calibration(
        new Calibration.Trend(numbers[0], numbers[1]),
        new Calibration.Trend(numbers[2], numbers[3]),
        Calibration.NONE.bend());
  }

  /** What the parameters are multiplied by in the log-odds of a margin. */
  @FunctionalInterface
  private interface Inputs {
    double[] of(double margin, int trainingActs);
  }

  /** The likeliest parameters, by Newton's steps, each shortened until it leads downwards. */
  private double[] maximise(double[] start, Inputs inputs) {
    Descent best = descent(start, inputs);
    for (int step = 0; step < MAX_STEPS; step++) {
      double[] change = LinearEquations.solve(best.curvature, best.gradient);
      Descent next = best;
      for (double length = 1; length > SHORTEST && next.loss >= best.loss; length /= 2) {
        next = descent(best.moved(change, length), inputs);
      }
      if (next.loss >= best.loss) {
        break;
      }
      best = next;
    }
    return best.parameters;
  }

  private Descent descent(double[] parameters, Inputs inputs) {
    Descent descent = new Descent(parameters);
    pairs.forEach(
        (acts, counts) -> {
          for (int bin = 0; bin < BINS; bin++) {
            long all = counts[0][bin] + counts[1][bin];
            if (all > 0) {
              double margin = (bin - BINS / 2) / BINS_PER_UNIT;
              descent.add(inputs.of(margin, acts), counts[1][bin], all);
            }
          }
        });
    return descent;
  }

  /** The loss at one place, and where it leads down. */
  private static final class Descent {
    private final double[] parameters;
    private final double[] gradient;
    private final double[][] curvature;
    private double loss;

    Descent(double[] parameters) {
      this.parameters = parameters;
      this.gradient = new double[parameters.length];
      this.curvature = new double[parameters.length][parameters.length];
      for (int i = 0; i < parameters.length; i++) {
        loss += RIDGE / 2 * parameters[i] * parameters[i];
        gradient[i] = RIDGE * parameters[i];
        curvature[i][i] = RIDGE;
      }
    }

    double[] moved(double[] change, double length) {
      double[] moved = parameters.clone();
      for (int i = 0; i < moved.length; i++) {
        moved[i] -= length * change[i];
      }
      return moved;
    }

    /** Adds pairs of the same inputs, some of which carry the label. */
    void add(double[] inputs, long carrying, long all) {
      double logOdds = 0;
      for (int i = 0; i < parameters.length; i++) {
        logOdds += parameters[i] * inputs[i];
      }
      // -ln sigmoid(x) = max(0, -x) + ln(1 + e^-|x|), which no x overflows
      double tail = StrictMath.log1p(StrictMath.exp(-Math.abs(logOdds)));
      loss += carrying * (Math.max(0, -logOdds) + tail);
      loss += (all - carrying) * (Math.max(0, logOdds) + tail);
      double probability = 1 / (1 + StrictMath.exp(-logOdds));
      for (int i = 0; i < parameters.length; i++) {
        gradient[i] += (all * probability - carrying) * inputs[i];
        for (int j = 0; j < parameters.length; j++) {
          curvature[i][j] += all * probability * (1 - probability) * inputs[i] * inputs[j];
        }
      }
    }
  }
}

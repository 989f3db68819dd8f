package org.solrlmtc.training.linear;

import java.io.IOException;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Map;
import org.solrlmtc.core.act.ActRecord;
import org.solrlmtc.core.bundle.BundleWriter;
import org.solrlmtc.core.bundle.ModelBundle;
import org.solrlmtc.core.bundle.ScorerProvider;
import org.solrlmtc.core.decide.DecisionRule;
import org.solrlmtc.core.linear.Calibration;
import org.solrlmtc.core.linear.LabelMargins;
import org.solrlmtc.core.linear.NgramScorer;
import org.solrlmtc.training.OrderedWork;
import org.solrlmtc.training.TrainingData;
import org.solrlmtc.training.TrainingTask;

/**
 * Fits a {@link Calibration} to acts the model was not trained on, by maximum likelihood over the
 * {@value #BEST} labels of each act with the highest margins: the others are so many, and so far
 * from being assigned, that fitting them would spoil the fit where decisions are made. Margins are
 * counted in bins, so memory does not grow with the acts.
 */
final class CalibrationFitter {
  private static final int BEST = 50;
  private static final int BINS = 1600;
  private static final int BINS_PER_UNIT = 100;
  private static final int MAX_STEPS = 50;
  private static final double SHORTEST = 1e-6;

  /** Holds the parameters back a little, for the case that nothing was seen that tells them. */
  private static final double RIDGE = 1e-3;

  /** Pairs of act and label in each bin of margins. */
  private final long[] all = new long[BINS];

  /** Those of them in which the act carries the label. */
  private final long[] carrying = new long[BINS];

  /**
   * Fits a calibration on the development acts, through the bundle as it stands, and puts it into
   * the settings of its manifest.
   */
  static void calibrate(
      TrainingTask task,
      ScorerProvider model,
      OrderedWork work,
      BundleWriter bundle,
      Map<String, Object> settings)
      throws IOException {
    if (task.data().dev().isEmpty()) {
      task.progress().note("there is no development split: scores are not calibrated");
      return;
    }
    task.progress().stage("calibrating on dev");
    ModelBundle draft =
        bundle.preview(task.recipe().version(), model.method(), settings, DecisionRule.above(0.5));
    try (NgramScorer<?> scorer = (NgramScorer<?>) model.open(draft)) {
      CalibrationFitter fitter = new CalibrationFitter();
      long[] done = {0};
      TrainingData.with(
          task.data().dev().get(),
          acts -> {
            work.<ActRecord, Judged>forEach(
                acts,
                act -> Judged.of(act, scorer),
                judged -> {
                  fitter.add(judged.margins(), judged.gold());
                  task.progress().step(++done[0]);
                });
            return null;
          });
      settings.put("calibration", fitter.fit().toList());
    }
  }

  /** An act's margins and gold labels. */
  private record Judged(LabelMargins margins, BitSet gold) {
    static Judged of(ActRecord act, NgramScorer<?> scorer) {
      BitSet gold = new BitSet();
      act.concepts().forEach(id -> scorer.labels().indexOf(id).ifPresent(gold::set));
      return new Judged(scorer.margins(act.act()), gold);
    }
  }

  /** Counts an act's margins. */
  void add(LabelMargins margins, BitSet goldLabels) {
    float[] sorted = margins.values().clone();
    Arrays.sort(sorted);
    float bar = sorted.length == 0 ? 0 : sorted[Math.max(0, sorted.length - BEST)];
    for (int i = 0; i < sorted.length; i++) {
      float margin = margins.values()[i];
      if (margin >= bar) {
        int bin = Math.round(margin * BINS_PER_UNIT) + BINS / 2;
        bin = Math.max(0, Math.min(BINS - 1, bin));
        all[bin]++;
        carrying[bin] += goldLabels.get(margins.labels()[i]) ? 1 : 0;
      }
    }
  }

  /** The likeliest calibration, by Newton's steps, each shortened until it leads downwards. */
  Calibration fit() {
    Descent best = descent(Calibration.NONE.toList().stream().mapToDouble(x -> x).toArray());
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
    return Calibration.of(Arrays.stream(best.parameters).boxed().toList());
  }

  private Descent descent(double[] parameters) {
    Descent descent = new Descent(parameters);
    for (int bin = 0; bin < BINS; bin++) {
      if (all[bin] > 0) {
        double margin = (double) (bin - BINS / 2) / BINS_PER_UNIT;
        descent.add(Calibration.inputs(margin), carrying[bin], all[bin]);
      }
    }
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

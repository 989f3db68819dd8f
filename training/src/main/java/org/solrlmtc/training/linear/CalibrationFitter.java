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
import org.solrlmtc.training.TrainingTask;
import org.solrlmtc.training.execution.OrderedWork;

/**
 * Fits a {@link Calibration} on acts that the model was not trained on, by maximum likelihood over
 * the {@value #TOP_LABELS} labels per act with the highest margins. The other labels are far more
 * numerous and far from being assigned: they would degrade the fit near the threshold. Margins are
 * counted in bins, so that memory does not grow with the number of acts.
 */
final class CalibrationFitter {
  private static final int TOP_LABELS = 50;
  private static final int BINS = 1600;
  private static final int BINS_PER_UNIT = 100;
  private static final int MAX_STEPS = 50;
  private static final double MIN_STEP_LENGTH = 1e-6;

  /** L2 regularisation, for parameters that the data do not determine. */
  private static final double L2 = 1e-3;

  /** Pairs of act and label in each bin of margins. */
  private final long[] all = new long[BINS];

  /** Those of them in which the act has the label. */
  private final long[] positive = new long[BINS];

  /**
   * Fits a calibration on the development acts with the unfinished bundle, and puts it into the
   * settings of the manifest.
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
      task.data()
          .dev()
          .get()
          .read(
              acts -> {
                work.<ActRecord, MarginsAndGold>forEach(
                    acts,
                    act -> MarginsAndGold.of(act, scorer),
                    scored -> {
                      fitter.add(scored.margins(), scored.gold());
                      task.progress().step(++done[0]);
                    });
                return null;
              });
      settings.put("calibration", fitter.fit().toList());
    }
  }

  /** An act's margins and gold labels. */
  private record MarginsAndGold(LabelMargins margins, BitSet gold) {
    static MarginsAndGold of(ActRecord act, NgramScorer<?> scorer) {
      BitSet gold = new BitSet();
      act.concepts().forEach(id -> scorer.labels().indexOf(id).ifPresent(gold::set));
      return new MarginsAndGold(scorer.margins(act.act()), gold);
    }
  }

  /** Counts an act's margins. */
  void add(LabelMargins margins, BitSet goldLabels) {
    float[] sorted = margins.values().clone();
    Arrays.sort(sorted);
    float minMargin = sorted.length == 0 ? 0 : sorted[Math.max(0, sorted.length - TOP_LABELS)];
    for (int i = 0; i < sorted.length; i++) {
      float margin = margins.values()[i];
      if (margin >= minMargin) {
        int bin = Math.round(margin * BINS_PER_UNIT) + BINS / 2;
        bin = Math.max(0, Math.min(BINS - 1, bin));
        all[bin]++;
        positive[bin] += goldLabels.get(margins.labels()[i]) ? 1 : 0;
      }
    }
  }

  /** The maximum-likelihood calibration, by Newton's method with step halving. */
  Calibration fit() {
    Derivatives best =
        derivatives(Calibration.NONE.toList().stream().mapToDouble(x -> x).toArray());
    for (int step = 0; step < MAX_STEPS; step++) {
      double[] change = LinearEquations.solve(best.hessian, best.gradient);
      Derivatives next = best;
      for (double length = 1; length > MIN_STEP_LENGTH && next.loss >= best.loss; length /= 2) {
        next = derivatives(best.moved(change, length));
      }
      if (next.loss >= best.loss) {
        break;
      }
      best = next;
    }
    return Calibration.of(Arrays.stream(best.parameters).boxed().toList());
  }

  private Derivatives derivatives(double[] parameters) {
    Derivatives derivatives = new Derivatives(parameters);
    for (int bin = 0; bin < BINS; bin++) {
      if (all[bin] > 0) {
        double margin = (double) (bin - BINS / 2) / BINS_PER_UNIT;
        derivatives.add(Calibration.inputs(margin), positive[bin], all[bin]);
      }
    }
    return derivatives;
  }

  /** The loss at some parameters, with gradient and Hessian. */
  private static final class Derivatives {
    private final double[] parameters;
    private final double[] gradient;
    private final double[][] hessian;
    private double loss;

    Derivatives(double[] parameters) {
      this.parameters = parameters;
      this.gradient = new double[parameters.length];
      this.hessian = new double[parameters.length][parameters.length];
      for (int i = 0; i < parameters.length; i++) {
        loss += L2 / 2 * parameters[i] * parameters[i];
        gradient[i] = L2 * parameters[i];
        hessian[i][i] = L2;
      }
    }

    double[] moved(double[] change, double length) {
      double[] moved = parameters.clone();
      for (int i = 0; i < moved.length; i++) {
        moved[i] -= length * change[i];
      }
      return moved;
    }

    /** Adds pairs with the same inputs; in some, the act has the label. */
    void add(double[] inputs, long positive, long all) {
      double logOdds = 0;
      for (int i = 0; i < parameters.length; i++) {
        logOdds += parameters[i] * inputs[i];
      }
      // -ln sigmoid(x) = max(0, -x) + ln(1 + e^-|x|), without overflow
      double tail = StrictMath.log1p(StrictMath.exp(-Math.abs(logOdds)));
      loss += positive * (Math.max(0, -logOdds) + tail);
      loss += (all - positive) * (Math.max(0, logOdds) + tail);
      double probability = 1 / (1 + StrictMath.exp(-logOdds));
      for (int i = 0; i < parameters.length; i++) {
        gradient[i] += (all * probability - positive) * inputs[i];
        for (int j = 0; j < parameters.length; j++) {
          hessian[i][j] += all * probability * (1 - probability) * inputs[i] * inputs[j];
        }
      }
    }
  }
}

package org.solrlmtc.training.neural.loop;

import org.solrlmtc.core.settings.SettingChecks;
import org.solrlmtc.core.settings.Settings;

/**
 * How long a network is trained, the learning-rate schedule, and which state is kept.
 *
 * @param epochs maximum number of epochs
 * @param warmup ratio of all steps in which the learning rate increases from 0
 * @param decay decay of the learning rate afterwards
 * @param patience early stopping: number of evaluations without improvement; 0: no early stopping
 * @param monitor the measure that selects the best state
 * @param evaluateEvery epochs between evaluations
 * @param evaluationActs maximum number of development acts per evaluation; 0 for all
 * @param weightAveraging average of the weights that is evaluated and kept
 * @param emaDecay decay of the exponential moving average per step
 * @param swaEpochs number of last epochs that {@link WeightAveraging#SWA} covers
 * @param checkpointMinutes between checkpoints
 */
public record Schedule(
    int epochs,
    double warmup,
    Decay decay,
    int patience,
    Criterion monitor,
    int evaluateEvery,
    int evaluationActs,
    WeightAveraging weightAveraging,
    double emaDecay,
    int swaEpochs,
    double checkpointMinutes) {
  /** Decay of the learning rate. */
  public enum Decay {
    NONE,
    LINEAR,
    COSINE
  }

  /** Measures on the development acts. */
  public enum Criterion {
    LOSS,
    RP5
  }

  /** Averages of the weights. */
  public enum WeightAveraging {
    NONE,
    /** An exponential moving average (EMA). */
    EMA,
    /** The mean over the last epochs (SWA). */
    SWA
  }

  public static Schedule read(Settings section) {
    WeightAveraging weightAveraging = section.choice("weightAveraging", WeightAveraging.NONE);
    Schedule read =
        new Schedule(
            SettingChecks.atLeast("epochs", section.integer("epochs", 20), 1),
            section.number("warmup", 0),
            section.choice("decay", Decay.NONE),
            SettingChecks.atLeast("patience", section.integer("patience", 0), 0),
            section.choice("monitor", Criterion.LOSS),
            SettingChecks.atLeast("evaluateEvery", section.integer("evaluateEvery", 1), 1),
            SettingChecks.atLeast("evaluationActs", section.integer("evaluationActs", 0), 0),
            weightAveraging,
            weightAveraging == WeightAveraging.EMA ? section.number("emaDecay", 0.999) : 0,
            weightAveraging == WeightAveraging.SWA ? section.integer("swaEpochs", 1) : 0,
            section.number("checkpointMinutes", 5));
    section.finish();
    if (!(read.warmup >= 0 && read.warmup < 1)) {
      throw new IllegalArgumentException(
          "the setting 'warmup' of 'schedule' must be at least 0 and below 1, not " + read.warmup);
    }
    if (!(read.emaDecay >= 0 && read.emaDecay < 1)) {
      throw new IllegalArgumentException(
          "the setting 'emaDecay' of 'schedule' must be at least 0 and below 1, not "
              + read.emaDecay);
    }
    if (weightAveraging == WeightAveraging.SWA
        && (read.swaEpochs < 1 || read.swaEpochs > read.epochs)) {
      throw new IllegalArgumentException(
          "the setting 'swaEpochs' of 'schedule' must be between 1 and 'epochs' ("
              + read.epochs
              + "), not "
              + read.swaEpochs);
    }
    SettingChecks.positive("checkpointMinutes", read.checkpointMinutes);
    return read;
  }

  /**
   * The factor of the learning rate in a step.
   *
   * @param step counted from 0
   */
  public double learningRateFactor(long step, long steps) {
    double warmSteps = warmup * steps;
    if (step < warmSteps) {
      return (step + 1) / warmSteps;
    }
    double progress = (step - warmSteps) / (steps - warmSteps);
    return switch (decay) {
      case NONE -> 1;
      case LINEAR -> 1 - progress;
      case COSINE -> (1 + StrictMath.cos(StrictMath.PI * progress)) / 2;
    };
  }
}

package org.solrlmtc.training.neural.loop;

import org.solrlmtc.core.settings.Settings;
import org.solrlmtc.training.neural.setting.SettingChecks;

/**
 * How long a network is trained, the learning-rate schedule, and which state is kept.
 *
 * @param epochs maximum number of epochs
 * @param warmup share of all steps in which the learning rate rises from 0
 * @param decay how the learning rate falls afterwards
 * @param patience measurements without improvement before training stops; 0 to go on
 * @param stopOn the measure
 * @param measureEvery epochs between measurements
 * @param measureActs maximum number of development acts that are measured; 0 for all
 * @param average which mean of the weights is measured and kept
 * @param averageDecay decay of the exponential moving average per step
 * @param averageLast number of last epochs that {@link Average#LAST} covers
 * @param checkpointMinutes between checkpoints
 */
public record Schedule(
    int epochs,
    double warmup,
    Decay decay,
    int patience,
    Criterion stopOn,
    int measureEvery,
    int measureActs,
    Average average,
    double averageDecay,
    int averageLast,
    double checkpointMinutes) {
  /** How the learning rate falls. */
  public enum Decay {
    NONE,
    LINEAR,
    COSINE
  }

  /** What is measured on the development acts. */
  public enum Criterion {
    LOSS,
    RP5
  }

  /** Means of the weights. */
  public enum Average {
    NONE,
    /** An exponential moving average (EMA). */
    RUNNING,
    /** The mean over the last epochs (SWA). */
    LAST
  }

  public static Schedule read(Settings section) {
    Average average = section.choice("average", Average.NONE);
    Schedule read =
        new Schedule(
            SettingChecks.atLeast("epochs", section.integer("epochs", 20), 1),
            section.number("warmup", 0),
            section.choice("decay", Decay.NONE),
            SettingChecks.atLeast("patience", section.integer("patience", 0), 0),
            section.choice("stopOn", Criterion.LOSS),
            SettingChecks.atLeast("measureEvery", section.integer("measureEvery", 1), 1),
            SettingChecks.atLeast("measureActs", section.integer("measureActs", 0), 0),
            average,
            average == Average.RUNNING ? section.number("averageDecay", 0.999) : 0,
            average == Average.LAST ? section.integer("averageLast", 1) : 0,
            section.number("checkpointMinutes", 5));
    section.finish();
    if (!(read.warmup >= 0 && read.warmup < 1)) {
      throw new IllegalArgumentException(
          "the setting 'warmup' of 'schedule' must be at least 0 and below 1, not " + read.warmup);
    }
    if (!(read.averageDecay >= 0 && read.averageDecay < 1)) {
      throw new IllegalArgumentException(
          "the setting 'averageDecay' of 'schedule' must be at least 0 and below 1, not "
              + read.averageDecay);
    }
    if (average == Average.LAST && (read.averageLast < 1 || read.averageLast > read.epochs)) {
      throw new IllegalArgumentException(
          "the setting 'averageLast' of 'schedule' must be between 1 and 'epochs' ("
              + read.epochs
              + "), not "
              + read.averageLast);
    }
    SettingChecks.positive("checkpointMinutes", read.checkpointMinutes);
    return read;
  }

  /**
   * The factor of the learning rate in a step.
   *
   * @param step counted from 0
   */
  public double rate(long step, long steps) {
    double warmSteps = warmup * steps;
    if (step < warmSteps) {
      return (step + 1) / warmSteps;
    }
    double gone = (step - warmSteps) / (steps - warmSteps);
    return switch (decay) {
      case NONE -> 1;
      case LINEAR -> 1 - gone;
      case COSINE -> (1 + StrictMath.cos(StrictMath.PI * gone)) / 2;
    };
  }
}

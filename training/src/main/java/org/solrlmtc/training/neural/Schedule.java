package org.solrlmtc.training.neural;

import org.solrlmtc.core.settings.Settings;

/**
 * How long a network is trained, how fast, and which of its states is kept.
 *
 * @param epochs how often training reads all acts, at most
 * @param warmup the share of all steps in which the rate rises from 0
 * @param decay how the rate falls afterwards
 * @param patience training stops after so many measurements without a better one; 0 to go on
 * @param stopOn what is measured
 * @param measureEvery epochs between measurements
 * @param measureActs how many development acts are measured at most; 0 for all
 * @param average which mean of the weights is measured and kept
 * @param averageDecay what remains of the running mean in every step
 * @param averageLast the mean of {@link Average#LAST} starts in so many last epochs
 * @param checkpointMinutes between checkpoints
 */
record Schedule(
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
  /** How the rate falls. */
  enum Decay {
    NONE,
    LINEAR,
    COSINE
  }

  /** What is measured on the development acts. */
  enum Criterion {
    LOSS,
    RP5
  }

  /** Means of the weights. */
  enum Average {
    NONE,
    /** A running mean that forgets. */
    RUNNING,
    /** The plain mean over the last epochs. */
    LAST
  }

  static Schedule read(Settings section) {
    Average average = section.choice("average", Average.NONE);
    Schedule read =
        new Schedule(
            NeuralSettings.atLeast("epochs", section.integer("epochs", 20), 1),
            section.number("warmup", 0),
            section.choice("decay", Decay.NONE),
            NeuralSettings.atLeast("patience", section.integer("patience", 0), 0),
            section.choice("stopOn", Criterion.LOSS),
            NeuralSettings.atLeast("measureEvery", section.integer("measureEvery", 1), 1),
            NeuralSettings.atLeast("measureActs", section.integer("measureActs", 0), 0),
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
    NeuralSettings.positive("checkpointMinutes", read.checkpointMinutes);
    return read;
  }

  /**
   * The share of the full rate in a step.
   *
   * @param step counted from 0
   */
  double rate(long step, long steps) {
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

package org.solrlmtc.cli.reproduce;

import java.util.Collection;
import java.util.Optional;
import org.solrlmtc.training.recipe.ExpectedFigures;

/**
 * What trainings will take: the CPU minutes beside the recipes, times the minutes that one of them
 * took here so far.
 */
final class Costs {
  /** Elapsed minutes per CPU minute and core, assumed before anything was trained here. */
  private static final double ASSUMED = 1.2;

  private static final double ASSUMED_MINUTES = 10;

  private final Runs runs;
  private final double factor;
  private final int measured;

  private Costs(Runs runs, double factor, int measured) {
    this.runs = runs;
    this.factor = factor;
    this.measured = measured;
  }

  /**
   * @param known the runs that may have been trained here
   */
  static Costs of(Runs runs, Collection<Run> known) {
    // the assumption weighs as much as a short training, so that one tiny training is no measure
    double cpuMinutes = ASSUMED_MINUTES;
    double minutes = ASSUMED_MINUTES * ASSUMED / Runtime.getRuntime().availableProcessors();
    int measured = 0;
    for (Run run : known) {
      Optional<Double> cpu = run.expected().flatMap(ExpectedFigures::cpuMinutes);
      if (runs.isTrained(run) && cpu.isPresent()) {
        cpuMinutes += cpu.get();
        minutes += runs.effort(run).seconds() / 60;
        measured++;
      }
    }
    return new Costs(runs, minutes / cpuMinutes, measured);
  }

  /** The minutes of a training with those of members that are missing; empty if not known. */
  Optional<Double> minutes(Run run) {
    Optional<Double> own =
        run.expected().flatMap(ExpectedFigures::cpuMinutes).map(cpu -> cpu * factor);
    for (Run member : runs.members(run).values()) {
      if (!runs.isTrained(member)) {
        Optional<Double> more = minutes(member);
        own = own.flatMap(minutes -> more.map(other -> minutes + other));
      }
    }
    return own;
  }

  /** The disk that a run will take, in megabytes; 0 if not known. */
  double megabytes(Run run) {
    double all = run.expected().flatMap(ExpectedFigures::megabytes).orElse(0.0);
    for (Run member : runs.members(run).values()) {
      // once as a run of its own, once beside the ensemble
      all += (runs.isTrained(member) ? 1 : 2) * megabytes(member);
    }
    return all;
  }

  /** Where the estimate comes from. */
  String source() {
    return measured == 0
        ? "from the CPU minutes beside the recipes"
        : "from the CPU minutes beside the recipes and the speed of "
            + measured
            + (measured == 1 ? " training here" : " trainings here");
  }
}

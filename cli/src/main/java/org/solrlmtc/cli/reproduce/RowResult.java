package org.solrlmtc.cli.reproduce;

import java.util.Comparator;
import java.util.List;
import org.solrlmtc.core.eval.Measure;
import org.solrlmtc.core.eval.significance.EvaluatedRun;

/**
 * A row with its results.
 *
 * @param recipe the recipe that was used
 * @param scale how it compares with the published method
 * @param runs one per random seed, at least one
 */
record RowResult(Plan.Row row, String recipe, Plan.Scale scale, List<Measured> runs) {
  /** The measure that the best run is chosen by, on dev. */
  private static final Measure CHOICE = Measure.parse("RP@5");

  RowResult {
    runs = List.copyOf(runs);
  }

  /**
   * A run's results.
   *
   * @param dev on dev, with the paper's decision rule: a label is assigned above 0.5
   * @param shown the same on the acts of the page: dev or test
   */
  record Measured(Run run, EvaluatedRun dev, EvaluatedRun shown) {}

  String system() {
    return row.system();
  }

  /** The run with the best result on dev. */
  Measured best() {
    return runs.stream()
        .max(
            Comparator.comparingDouble((Measured measured) -> measured.dev().value(CHOICE))
                .thenComparing(measured -> measured.run().key(), Comparator.reverseOrder()))
        .orElseThrow();
  }

  double mean(Measure measure) {
    return runs.stream()
        .mapToDouble(measured -> measured.shown().value(measure))
        .average()
        .orElseThrow();
  }

  /** The standard deviation of a sample: it divides by the number of runs less one. */
  double deviation(Measure measure) {
    double mean = mean(measure);
    double squares =
        runs.stream()
            .mapToDouble(measured -> measured.shown().value(measure) - mean)
            .map(difference -> difference * difference)
            .sum();
    return Math.sqrt(squares / (runs.size() - 1));
  }
}

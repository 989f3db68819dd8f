package org.solrlmtc.core.linear;

import java.util.List;

/**
 * Turns margins into probabilities: sigmoid(slope x margin + intercept), slope and intercept each
 * linear in ln(training acts of the label). Rare labels' margins mean less than those of frequent
 * ones: their weights were learnt from few examples.
 */
public record Calibration(
    double slope, double slopePerLog, double intercept, double interceptPerLog) {

  /** Margins taken for log-odds, whatever the label. */
  public static final Calibration NONE = new Calibration(1, 0, 0, 0);

  /** At every number of training acts a higher margin must stay a higher probability. */
  private static final double MIN_SLOPE = 0.01;

  public Calibration {
    for (double number : List.of(slope, slopePerLog, intercept, interceptPerLog)) {
      if (!Double.isFinite(number)) {
        throw new IllegalArgumentException("the setting 'calibration' must be finite numbers");
      }
    }
  }

  /** Reads the form of {@link #toList}. */
  public static Calibration of(List<Double> numbers) {
    if (numbers.size() != 4) {
      throw new IllegalArgumentException(
          "the setting 'calibration' must be 4 numbers, not " + numbers.size());
    }
    return new Calibration(numbers.get(0), numbers.get(1), numbers.get(2), numbers.get(3));
  }

  public List<Double> toList() {
    return List.of(slope, slopePerLog, intercept, interceptPerLog);
  }

  float slopeFor(int trainingActs) {
    return (float) Math.max(MIN_SLOPE, slope + slopePerLog * log(trainingActs));
  }

  float interceptFor(int trainingActs) {
    return (float) (intercept + interceptPerLog * log(trainingActs));
  }

  /** What {@code slopePerLog} and {@code interceptPerLog} are multiplied by. */
  public static double log(int trainingActs) {
    return StrictMath.log(Math.max(1, trainingActs));
  }

  static float probability(float logOdds) {
    return (float) (1 / (1 + StrictMath.exp(-logOdds)));
  }
}

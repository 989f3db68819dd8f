package org.solrlmtc.core.linear;

import java.util.List;

/**
 * Turns margins into probabilities, in two steps. The first makes labels comparable and so decides
 * their ranking: intercept + slope x margin, both linear in ln(training acts of the label), since
 * the margin of a label learnt from few examples means less than that of a frequent one. The second
 * bends the outcome, in the same way for all labels, into log-odds that hold: one straight line
 * cannot follow both the few labels in question and the many that an act has next to nothing to do
 * with.
 */
public record Calibration(Trend intercept, Trend slope, Bend bend) {
  /** Margins taken for log-odds, whatever the label. */
  public static final Calibration NONE =
      new Calibration(new Trend(0, 0), new Trend(1, 0), new Bend(0, 1, 0));

  private static final int NUMBERS = 7;

  /** Rising margins must stay rising probabilities. */
  private static final double MIN_SLOPE = 0.01;

  /** A number that depends on how many training acts a label has. */
  public record Trend(double atOneAct, double perLog) {
    public Trend {
      checkFinite(atOneAct, perLog);
    }

    double at(int trainingActs) {
      return atOneAct + perLog * log(trainingActs);
    }

    /** What the two numbers are multiplied by. */
    public static double[] inputs(int trainingActs) {
      return new double[] {1, log(trainingActs)};
    }

    private static double log(int trainingActs) {
      return StrictMath.log(Math.max(1, trainingActs));
    }
  }

  /** Two straight lines that meet where the first step's outcome is {@link #KNEE}. */
  public record Bend(double intercept, double slope, double furtherSlope) {
    private static final double KNEE = -2;

    public Bend {
      checkFinite(intercept, slope, furtherSlope);
    }

    /** What the three numbers are multiplied by. */
    public static double[] inputs(double compared) {
      return new double[] {1, compared, Math.min(0, compared - KNEE)};
    }

    double at(double compared) {
      double above = Math.max(MIN_SLOPE, slope);
      double below = Math.max(MIN_SLOPE, slope + furtherSlope);
      double beyond = compared - KNEE;
      return intercept + above * KNEE + (beyond < 0 ? below : above) * beyond;
    }
  }

  /** Reads the form of {@link #toList}. */
  public static Calibration of(List<Double> numbers) {
    if (numbers.size() != NUMBERS) {
      throw new IllegalArgumentException(
          "the setting 'calibration' must be " + NUMBERS + " numbers, not " + numbers.size());
    }
    return new Calibration(
        new Trend(numbers.get(0), numbers.get(1)),
        new Trend(numbers.get(2), numbers.get(3)),
        new Bend(numbers.get(4), numbers.get(5), numbers.get(6)));
  }

  public List<Double> toList() {
    return List.of(
        intercept.atOneAct,
        intercept.perLog,
        slope.atOneAct,
        slope.perLog,
        bend.intercept,
        bend.slope,
        bend.furtherSlope);
  }

  /** A label's intercept in the first step. */
  public float interceptFor(int trainingActs) {
    return (float) intercept.at(trainingActs);
  }

  /** A label's slope in the first step. */
  public float slopeFor(int trainingActs) {
    return (float) Math.max(MIN_SLOPE, slope.at(trainingActs));
  }

  /** The second step: the probability of what the first one gave. */
  float probability(float compared) {
    return (float) (1 / (1 + StrictMath.exp(-bend.at(compared))));
  }

  private static void checkFinite(double... numbers) {
    for (double number : numbers) {
      if (!Double.isFinite(number)) {
        throw new IllegalArgumentException("the setting 'calibration' must be finite numbers");
      }
    }
  }
}

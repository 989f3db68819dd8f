package org.solrlmtc.core.linear;

import java.util.List;
import org.solrlmtc.core.settings.Settings;

/**
 * Turns margins into probabilities. The log-odds are piecewise linear in the margin, with a knee at
 * {@link #KNEE}: one line cannot fit both the few plausible labels and the many others. The
 * function is the same for all labels, so that the ranking stays that of the margins: separate
 * functions for rare and frequent labels were tried and ranked worse.
 *
 * @param slope slope above the knee
 * @param furtherSlope additional slope below the knee
 */
public record Calibration(double intercept, double slope, double furtherSlope) {
  /** No calibration: margins are log-odds. */
  public static final Calibration NONE = new Calibration(0, 1, 0);

  private static final double KNEE = -0.5;
  private static final int NUMBERS = 3;

  /** Probabilities must rise with margins. */
  private static final double MIN_SLOPE = 0.01;

  public Calibration {
    if (!Double.isFinite(intercept) || !Double.isFinite(slope) || !Double.isFinite(furtherSlope)) {
      throw new IllegalArgumentException("the setting 'calibration' must be finite numbers");
    }
    slope = Math.max(MIN_SLOPE, slope);
    furtherSlope = Math.max(MIN_SLOPE - slope, furtherSlope);
  }

  /** Takes the calibration out of a manifest. */
  static Calibration read(Settings settings) {
    return of(settings.numbers("calibration", NONE.toList()));
  }

  /** Reads the form of {@link #toList}. */
  public static Calibration of(List<Double> numbers) {
    if (numbers.size() != NUMBERS) {
      throw new IllegalArgumentException(
          "the setting 'calibration' must be " + NUMBERS + " numbers, not " + numbers.size());
    }
    return new Calibration(numbers.get(0), numbers.get(1), numbers.get(2));
  }

  public List<Double> toList() {
    return List.of(intercept, slope, furtherSlope);
  }

  /** The inputs of the linear model for the log-odds, whose weights are {@link #toList}. */
  public static double[] inputs(double margin) {
    return new double[] {1, margin, below(margin)};
  }

  /** The probability of a label with this margin. */
  public float probability(double margin) {
    double logOdds = intercept + slope * margin + furtherSlope * below(margin);
    return (float) (1 / (1 + StrictMath.exp(-logOdds)));
  }

  private static double below(double margin) {
    return Math.min(0, margin - KNEE);
  }
}

package org.solrlmtc.core.eval;

/**
 * The share of gold labels among predictions of similar score. In a well calibrated model it is
 * near the mean score in every bin.
 *
 * @param from lowest score of the bin
 * @param to start of the next bin; 1 belongs to the last bin
 * @param meanScore {@code NaN} in an empty bin
 * @param goldShare {@code NaN} in an empty bin
 */
public record CalibrationBin(
    double from, double to, long predictions, double meanScore, double goldShare) {}

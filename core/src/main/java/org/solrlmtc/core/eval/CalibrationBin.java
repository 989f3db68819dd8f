package org.solrlmtc.core.eval;

/**
 * How often predictions with about the same score were right. A well calibrated model's mean score
 * is near its share of gold labels in every bin.
 *
 * @param from lowest score of the bin
 * @param to where the next bin starts; 1 belongs to the last bin
 * @param meanScore {@code NaN} in an empty bin
 * @param goldShare {@code NaN} in an empty bin
 */
public record CalibrationBin(
    double from, double to, long predictions, double meanScore, double goldShare) {}

package org.solrlmtc.training.tune;

/**
 * Which thresholds are tuned.
 *
 * @param maxLabels the maximum number of labels per act
 * @param labelThresholds whether every label has its own threshold
 */
public record ThresholdOptions(int maxLabels, boolean labelThresholds) {}

package org.solrlmtc.core.linear;

/**
 * The margins of an act's labels, as a model has them before calibration.
 *
 * @param labels label indexes, each at most once; labels not among them have no margin
 */
public record LabelMargins(int[] labels, float[] values) {}

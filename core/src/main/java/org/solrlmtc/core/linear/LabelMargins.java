package org.solrlmtc.core.linear;

/**
 * The margins of an act's labels, before calibration.
 *
 * @param labels label indexes, each at most once; other labels have no margin
 */
public record LabelMargins(int[] labels, float[] values) {}

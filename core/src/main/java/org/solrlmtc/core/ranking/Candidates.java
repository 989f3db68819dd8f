package org.solrlmtc.core.ranking;

/**
 * The candidate labels of an act with their features.
 *
 * @param labels indexes of labels
 * @param rows the features of each label, one row after the other
 */
public record Candidates(int[] labels, float[] rows) {}

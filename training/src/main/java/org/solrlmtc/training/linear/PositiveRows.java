package org.solrlmtc.training.linear;

/**
 * The positive examples of a label, or of a cluster of labels that is trained like one.
 *
 * @param label its number in its {@link TrainedLabel}
 * @param rows the rows with the label, ascending
 */
record PositiveRows(int label, int[] rows) {}

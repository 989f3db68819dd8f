package org.solrlmtc.training.linear;

/**
 * What a label, or a cluster of labels taken for one, is learnt from.
 *
 * @param label names it in its {@link TrainedLabel}
 * @param rows the acts that carry it, rising
 */
record PositiveRows(int label, int[] rows) {}

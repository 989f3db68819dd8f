package org.solrlmtc.training.linear;

/**
 * What was learnt of a label.
 *
 * @param label its index in the label set
 * @param features where its weights are, rising
 */
record TrainedLabel(int label, float bias, int[] features, float[] weights) {}

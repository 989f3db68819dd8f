/**
 * Trains linear models. {@code FeatureReader} reads the training acts twice, once to choose the
 * features and once to make the matrix; {@code LabelTrainer} learns a label from it by a {@code
 * Solver}, on the label's own acts and the strangers most easily taken for them; {@code
 * LabelBlocks} runs over the labels on all threads and keeps finished ones for the case of an
 * interruption; {@code CalibrationFitter} makes probabilities of margins on the development acts.
 *
 * <p>{@code LinearTrainer} learns every label against all acts. {@code TreeTrainer} first clusters
 * the labels ({@code LabelVectors}, {@code LabelClusters}, {@code LabelTreeNode}), and learns
 * clusters and labels from the acts of their part of the tree.
 */
package org.solrlmtc.training.linear;

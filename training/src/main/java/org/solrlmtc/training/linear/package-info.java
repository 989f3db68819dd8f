/**
 * Trains linear models. {@code FeatureReader} reads the training acts twice, once to select the
 * features and once to build the matrix; {@code LabelTrainer} trains a label one-vs-rest by a
 * {@code Solver} with hard-negative mining; {@code LabelBlocks} trains all labels in parallel and
 * keeps finished ones as checkpoints; {@code CalibrationFitter} calibrates margins to probabilities
 * on the development acts.
 *
 * <p>{@code LinearTrainer} trains every label against all acts. {@code TreeTrainer} first clusters
 * the labels ({@code LabelVectors}, {@code LabelClusters}, {@code LabelTreeNode}), and trains
 * clusters and labels on the acts of their part of the tree.
 */
package org.solrlmtc.training.linear;

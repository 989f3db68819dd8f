/**
 * Trains one-vs-rest linear models. {@code FeatureReader} reads the training acts twice, once to
 * choose the features and once to make the matrix; {@code LabelTrainer} learns a label from it by a
 * {@code Solver}, on the label's own acts and the strangers most easily taken for them; {@code
 * LinearTrainer} runs over the labels on all threads, keeps finished ones for the case of an
 * interruption, writes the weights and calibrates them on the development acts.
 */
package org.solrlmtc.training.linear;

/**
 * {@link org.solrlmtc.training.Training} makes a model bundle from a {@link
 * org.solrlmtc.training.recipe.Recipe} (data, not code) and {@link
 * org.solrlmtc.training.data.TrainingData}. A {@link org.solrlmtc.training.Trainer} implements one
 * method; everything else (labels, thresholds, measured quality, provenance, atomic writing) is the
 * same for all methods.
 */
package org.solrlmtc.training;

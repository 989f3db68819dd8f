/**
 * Training: a {@link org.solrlmtc.training.recipe.Recipe} (data, not code) and {@link
 * org.solrlmtc.training.data.TrainingData} go into {@link org.solrlmtc.training.Training}, a model
 * bundle comes out. A {@link org.solrlmtc.training.Trainer} knows one method; everything around it
 * (labels, thresholds, measured quality, provenance, atomic writing) is the same for all.
 */
package org.solrlmtc.training;

/**
 * Training: a {@link org.solrlmtc.training.Recipe} (data, not code) and {@link
 * org.solrlmtc.training.TrainingData} go into {@link org.solrlmtc.training.Training}, a model
 * bundle comes out. A {@code Trainer} knows one method; everything around it (labels, threshold,
 * measured quality, provenance, atomic writing) is the same for all.
 */
package org.solrlmtc.training;

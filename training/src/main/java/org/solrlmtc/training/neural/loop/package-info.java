/**
 * The training loop: {@code TrainingRun} goes over epochs and steps, {@code Adam} changes the
 * parameters, {@code ValidationResult} is measured on the development acts, {@code
 * NeuralCheckpoints} keep what an interrupted run resumes from, and {@code LearningCurve} reads the
 * log of a finished run.
 *
 * <p>The same seed gives the same network, and so does a run that was interrupted: all random
 * numbers follow from the seed and the number of the step.
 */
package org.solrlmtc.training.neural.loop;

/**
 * The training loop: {@code TrainingRun} runs epochs and steps, {@code Adam} updates the
 * parameters, {@code ValidationResult} is the quality on the development acts, {@code
 * NeuralCheckpoints} are what an interrupted run resumes from, and {@code LearningCurve} reads the
 * log of a finished run.
 *
 * <p>The same seed results in the same network, even if a run was interrupted: all random numbers
 * depend only on the seed and the step.
 */
package org.solrlmtc.training.neural.loop;

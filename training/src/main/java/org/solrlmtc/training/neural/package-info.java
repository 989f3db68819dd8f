/**
 * Trains neural networks on LibTorch and hands them over as plain numbers.
 *
 * <p>{@link org.solrlmtc.training.neural.NeuralTrainer} is the way in: it reads {@code
 * NeuralSettings} from a recipe, acts as {@code EncodedActs}, puts a {@code Network} together of
 * word vectors ({@code StartVectors}), an {@code Encoder} and a {@code Head}, and lets a {@code
 * TrainingRun} train it. A new encoder or head is a class of its own and a line in {@code
 * EncoderSettings} or {@code HeadSettings}; it goes with all the others.
 *
 * <p>Gradients are written by hand: the pieces are few, and the two that cost most, a convolution
 * over repeated words and an attention for every label, are several times faster than what would be
 * derived for them. A piece that wants derived gradients can use them inside its {@code backward}.
 *
 * <p>The same seed gives the same network, and so does a run that was interrupted: all that is
 * drawn by lot follows from the seed and the number of the step, and {@code Checkpoints} keep the
 * rest.
 */
package org.solrlmtc.training.neural;

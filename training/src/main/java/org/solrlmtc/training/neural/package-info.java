/**
 * Trains neural networks on LibTorch and exports them to ONNX.
 *
 * <p>{@link org.solrlmtc.training.neural.NeuralTrainer} is the entry point. It reads {@code
 * NeuralSettings} from a recipe and acts as token ids ({@code text}), creates the {@code layer}s of
 * a network, trains it ({@code loop}) and writes the bundle ({@code export}, which builds an ONNX
 * {@code graph}). Word {@code vectors} are trained or read from files. {@code tensor} has the
 * tensors that all of them use.
 *
 * <p>A new embedding, encoder or head is one class and one line in {@link
 * org.solrlmtc.training.neural.layer.LayerRegistry}.
 */
package org.solrlmtc.training.neural;

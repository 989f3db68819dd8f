/**
 * Start at {@link org.solrlmtc.core.onnx.OnnxScorerProvider#open}: it opens the network of a
 * bundle.
 *
 * <p>{@code OnnxFile} checks the ONNX file, {@link org.solrlmtc.core.onnx.OnnxRuntime} opens it on
 * the device of the {@link org.solrlmtc.core.onnx.OnnxOptions}, {@code SignatureCheck} compares it
 * with the {@link org.solrlmtc.core.onnx.NetworkSignature} of the manifest. Then {@link
 * org.solrlmtc.core.onnx.OnnxScorer} tokenizes acts and forms batches of similar length, {@link
 * org.solrlmtc.core.onnx.InputFeeder} pads them and makes the input tensors, and {@code
 * OnnxSession} runs the network.
 */
package org.solrlmtc.core.onnx;

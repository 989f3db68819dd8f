/**
 * Neural networks in ONNX files. {@link org.solrlmtc.core.onnx.OnnxScorerProvider} opens a bundle:
 * the file is looked through before it is run ({@code OnnxFile}), opened on the {@link
 * org.solrlmtc.core.onnx.Device} of the {@link org.solrlmtc.core.onnx.OnnxOptions} ({@code
 * OnnxSession}), and {@link org.solrlmtc.core.onnx.OnnxScorer} feeds it with acts.
 */
package org.solrlmtc.core.onnx;

/**
 * From trained networks to ONNX files. {@link org.solrlmtc.training.neural.onnx.OnnxExport} puts a
 * network into a bundle: {@code OnnxWriter} draws the graph, an encoder piece and a head piece each
 * on its own, and {@code ReferenceNetwork} computes the same network in plain Java to check what
 * was drawn.
 */
package org.solrlmtc.training.neural.onnx;

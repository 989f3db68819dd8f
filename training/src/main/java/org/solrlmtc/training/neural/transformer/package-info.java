/**
 * The transformer encoder. {@code Transformer} reads its settings, {@code TrainableTransformer}
 * trains it with {@code BlockForward}, the forward pass in LibTorch, and {@code StateCache} keeps
 * the states after its frozen layers. {@code TransformerWeights} is a trained one, {@code
 * TransformerGraph} its ONNX export and {@code TransformerReference} the plain computation that
 * both must agree with. {@code PretrainedEmbedding} and {@code FirstStateHead} go with it.
 */
package org.solrlmtc.training.neural.transformer;

/**
 * The layers of networks. An {@link org.solrlmtc.training.neural.layer.Embedding}, an {@link
 * org.solrlmtc.training.neural.layer.Encoder} and a {@link org.solrlmtc.training.neural.layer.Head}
 * make a {@link org.solrlmtc.training.neural.layer.Network}. Each type is one class with its
 * settings, forward pass, gradients, weights, ONNX export and reference computation.
 *
 * <p>To add a type, write that class and register it with one line in {@link
 * org.solrlmtc.training.neural.layer.LayerRegistry}. Extend {@link
 * org.solrlmtc.training.neural.layer.AutogradEncoder} or {@link
 * org.solrlmtc.training.neural.layer.AutogradHead} to implement only the forward pass. Hand-written
 * gradients are for layers where a benchmark shows a gain.
 */
package org.solrlmtc.training.neural.layer;

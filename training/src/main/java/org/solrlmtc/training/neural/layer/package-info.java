/**
 * The layers of networks. An {@link org.solrlmtc.training.neural.layer.Embedding}, an {@link
 * org.solrlmtc.training.neural.layer.Encoder} and a {@link org.solrlmtc.training.neural.layer.Head}
 * make a {@link org.solrlmtc.training.neural.layer.Network}. Each kind is one type that owns its
 * settings, its forward pass and gradients, its weights, its ONNX export and its plain reference.
 *
 * <p>To add a kind, write that class and register it with one line in {@link
 * org.solrlmtc.training.neural.layer.LayerRegistry}. Extend {@link
 * org.solrlmtc.training.neural.layer.AutogradEncoder} or {@link
 * org.solrlmtc.training.neural.layer.AutogradHead} to write the forward pass only. Gradients by
 * hand are for layers where a benchmark shows the gain.
 */
package org.solrlmtc.training.neural.layer;

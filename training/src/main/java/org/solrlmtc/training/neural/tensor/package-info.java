/**
 * Tensors: {@code Torch} is LibTorch on the device of a recipe, {@code Parameter} a trainable
 * tensor, {@code Matrix} a plain one without LibTorch.
 */
package org.solrlmtc.training.neural.tensor;

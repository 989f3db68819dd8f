/** Neural training: word vectors, networks, the training loop, and export to ONNX. */
package org.solrlmtc.training.neural;

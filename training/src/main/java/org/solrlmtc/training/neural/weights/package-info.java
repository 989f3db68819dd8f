/**
 * A trained network as plain numbers: what the engine hands to the ONNX writer. Encoders and heads
 * are separate pieces, so that methods combine rather than repeat.
 *
 * <p>The network reads word ids (0 is padding), looks them up in the {@linkplain NetworkWeights
 * embedding}, encodes every token ({@link EncoderWeights}) and scores every label from the encoded
 * tokens ({@link HeadWeights}). Padding never counts.
 */
package org.solrlmtc.training.neural.weights;

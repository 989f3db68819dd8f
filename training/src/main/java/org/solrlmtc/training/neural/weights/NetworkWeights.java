package org.solrlmtc.training.neural.weights;

/**
 * A trained network.
 *
 * @param embedding a row for every word id; row 0 is padding, row 1 stands for unknown words
 */
public record NetworkWeights(Matrix embedding, EncoderWeights encoder, HeadWeights head) {
  public NetworkWeights {
    if (encoder.inputSize() != embedding.columns()) {
      throw new IllegalArgumentException(
          "the encoder reads vectors of "
              + encoder.inputSize()
              + " numbers, but the embedding has "
              + embedding.columns());
    }
    if (head.inputSize() != encoder.outputSize()) {
      throw new IllegalArgumentException(
          "the head reads vectors of "
              + head.inputSize()
              + " numbers, but the encoder makes "
              + encoder.outputSize());
    }
  }
}

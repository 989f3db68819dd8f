package org.solrlmtc.training.neural.layer;

/** A trained network, without LibTorch. */
public record NetworkWeights(
    Embedding.Weights embedding, Encoder.Weights encoder, Head.Weights head) {
  public NetworkWeights {
    int vectorSize = embedding.spec().dimension();
    if (encoder.inputSize() != vectorSize) {
      throw new IllegalArgumentException(
          "the encoder reads vectors of size "
              + encoder.inputSize()
              + ", but the embedding dimension is "
              + vectorSize);
    }
    if (head.inputSize() != encoder.outputSize()) {
      throw new IllegalArgumentException(
          "the head reads states of size "
              + head.inputSize()
              + ", but the encoder's have "
              + encoder.outputSize());
    }
  }

  /**
   * The logits of one text, computed plainly by its layers' references: what an ONNX file must
   * agree with.
   *
   * @param ids at least one token
   * @param sectionLengths number of tokens of each section
   */
  public double[] reference(int[] ids, int[] sectionLengths) {
    return head.reference(encoder.reference(embedding.reference(ids), sectionLengths));
  }
}

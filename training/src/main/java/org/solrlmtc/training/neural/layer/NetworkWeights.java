package org.solrlmtc.training.neural.layer;

/** A trained network, without LibTorch. */
public record NetworkWeights(
    Embedding.Weights embedding, Encoder.Weights encoder, Head.Weights head) {
  public NetworkWeights {
    int vectorSize = embedding.spec().dimension();
    if (encoder.inputSize() != vectorSize) {
      throw new IllegalArgumentException(
          "the encoder has the input dimension "
              + encoder.inputSize()
              + ", but the embedding dimension is "
              + vectorSize);
    }
    if (head.inputSize() != encoder.outputSize()) {
      throw new IllegalArgumentException(
          "the head has the input dimension "
              + head.inputSize()
              + ", but the encoder has the output dimension "
              + encoder.outputSize());
    }
  }

  /**
   * Reference computation of the logits of one text, which the ONNX file must agree with.
   *
   * @param ids at least one token
   * @param sectionLengths number of tokens per section
   */
  public double[] reference(int[] ids, int[] sectionLengths) {
    return head.reference(encoder.reference(embedding.reference(ids), sectionLengths));
  }
}

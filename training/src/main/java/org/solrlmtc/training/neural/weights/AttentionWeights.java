package org.solrlmtc.training.neural.weights;

/**
 * One attention for all labels: {@code e_i = tanh(attention . h_i + attentionBias)}, a softmax over
 * the tokens, and a dense layer on the weighted sum of the tokens.
 *
 * @param dense a row for every label
 * @param bias a number for every label
 */
public record AttentionWeights(float[] attention, float attentionBias, Matrix dense, float[] bias)
    implements HeadWeights {
  public AttentionWeights {
    if (attention.length != dense.columns() || bias.length != dense.rows()) {
      throw new IllegalArgumentException("the parts of the attention head differ in size");
    }
  }

  @Override
  public int inputSize() {
    return attention.length;
  }

  @Override
  public int labels() {
    return dense.rows();
  }
}

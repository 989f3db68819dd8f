package org.solrlmtc.training.neural.weights;

import java.util.Optional;

/**
 * An attention of its own for every label: {@code s_li = queries_l . k_i} where {@code k_i} is the
 * encoded token, or its projection by {@code keys} (low-rank attention); a softmax over the tokens;
 * the label's score is {@code bias_l + sum_i a_li (outputs_l . h_i)}.
 *
 * @param keys {@code inputSize} rows and a column for every number of a query; absent when queries
 *     look at the encoded tokens themselves
 * @param queries a row for every label
 * @param outputs a row of {@code inputSize} numbers for every label
 * @param bias a number for every label
 */
public record LabelWiseWeights(Optional<Matrix> keys, Matrix queries, Matrix outputs, float[] bias)
    implements HeadWeights {
  public LabelWiseWeights {
    if (queries.rows() != outputs.rows() || bias.length != outputs.rows()) {
      throw new IllegalArgumentException("the parts of the label-wise head differ in labels");
    }
    int queryInput = keys.map(Matrix::rows).orElse(queries.columns());
    int querySize = keys.map(Matrix::columns).orElse(outputs.columns());
    if (queryInput != outputs.columns() || querySize != queries.columns()) {
      throw new IllegalArgumentException("the parts of the label-wise head differ in size");
    }
  }

  @Override
  public int inputSize() {
    return outputs.columns();
  }

  @Override
  public int labels() {
    return outputs.rows();
  }
}

package org.solrlmtc.training.neural.weights;

/** Scores labels from encoded tokens; the sigmoid of a label's score is its probability. */
public sealed interface HeadWeights permits AttentionWeights, LabelWiseWeights {
  /** Numbers of an encoded token. */
  int inputSize();

  int labels();
}

package org.solrlmtc.training.neural.weights;

/** Makes of a sequence of word vectors a sequence of encoded tokens. */
public sealed interface EncoderWeights permits ConvolutionWeights, BiGruWeights {
  /** Numbers of a word vector. */
  int inputSize();

  /** Numbers of an encoded token. */
  int outputSize();

  /** How many words become one encoded token. */
  int pool();
}

package org.solrlmtc.training.neural.weights;

/**
 * A convolution over neighbouring words, padded with zeros to keep the length, then tanh, then the
 * largest of every {@code pool} neighbouring tokens.
 *
 * @param width how many words a filter sees; odd
 * @param kernel {@code width * inputSize} rows (the vector of the first word seen, then of the next
 *     ...) and a column for every filter
 * @param bias a number for every filter
 * @param pool 1 to keep every token; the last group of a text may be smaller
 */
public record ConvolutionWeights(int width, Matrix kernel, float[] bias, int pool)
    implements EncoderWeights {
  public ConvolutionWeights {
    if (width < 1 || width % 2 == 0 || kernel.rows() % width != 0) {
      throw new IllegalArgumentException(
          "a filter over " + width + " words cannot have " + kernel.rows() + " rows");
    }
    if (bias.length != kernel.columns() || pool < 1) {
      throw new IllegalArgumentException(
          bias.length + " biases for " + kernel.columns() + " filters, pooled by " + pool);
    }
  }

  @Override
  public int inputSize() {
    return kernel.rows() / width;
  }

  @Override
  public int outputSize() {
    return kernel.columns();
  }
}

package org.solrlmtc.training.neural.weights;

/**
 * Two gated recurrent units that read a text forwards and backwards; an encoded token is the
 * forward state followed by the backward state, and then the largest of every {@code pool}
 * neighbouring tokens.
 *
 * @param pool 1 to keep every token; the last group of a text may be smaller
 */
public record BiGruWeights(Direction forward, Direction backward, int pool)
    implements EncoderWeights {
  public BiGruWeights {
    if (forward.inputSize() != backward.inputSize() || forward.hidden() != backward.hidden()) {
      throw new IllegalArgumentException("the two directions differ in size");
    }
    if (pool < 1) {
      throw new IllegalArgumentException("tokens cannot be pooled by " + pool);
    }
  }

  @Override
  public int inputSize() {
    return forward.inputSize();
  }

  @Override
  public int outputSize() {
    return 2 * forward.hidden();
  }

  /**
   * One direction. Gates stand in PyTorch's order: reset, update, new.
   *
   * @param input {@code 3 * hidden} rows, a column for every number of a word vector
   * @param recurrent {@code 3 * hidden} rows of {@code hidden}
   * @param inputBias {@code 3 * hidden} numbers
   * @param recurrentBias {@code 3 * hidden} numbers; that of the new gate is scaled by the reset
   *     gate
   */
  public record Direction(
      Matrix input, Matrix recurrent, float[] inputBias, float[] recurrentBias) {
    public Direction {
      int gates = 3 * recurrent.columns();
      if (recurrent.rows() != gates
          || input.rows() != gates
          || inputBias.length != gates
          || recurrentBias.length != gates) {
        throw new IllegalArgumentException(
            "a direction of "
                + recurrent.columns()
                + " hidden numbers needs "
                + gates
                + " rows everywhere");
      }
    }

    int inputSize() {
      return input.columns();
    }

    int hidden() {
      return recurrent.columns();
    }
  }
}

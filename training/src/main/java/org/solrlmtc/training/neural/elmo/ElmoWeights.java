package org.solrlmtc.training.neural.elmo;

import java.util.List;
import java.util.Optional;
import org.solrlmtc.training.neural.tensor.Matrix;

/**
 * The weights of a biLM.
 *
 * @param characters one row per character id of the files
 * @param filters of the characters, one per filter of the options
 * @param projection of the filters' outputs to a word's vector; none if the sizes are equal
 * @param forward the layers that read from the first word
 * @param backward the layers that read from the last word
 */
public record ElmoWeights(
    ElmoOptions options,
    Matrix characters,
    List<Affine> filters,
    List<Highway> highways,
    Optional<Affine> projection,
    List<Cell> forward,
    List<Cell> backward) {
  public ElmoWeights {
    filters = List.copyOf(filters);
    highways = List.copyOf(highways);
    forward = List.copyOf(forward);
    backward = List.copyOf(backward);
  }

  /**
   * A linear map with a bias.
   *
   * @param weights one row per input; of a filter: per position and dimension of a character
   * @param bias one value per output
   */
  public record Affine(Matrix weights, float[] bias) {
    /** One output. */
    double output(int number, double[] input, int from) {
      double sum = bias[number];
      for (int i = 0; i < weights.rows(); i++) {
        sum += weights.at(i, number) * input[from + i];
      }
      return sum;
    }

    double[] of(double[] input) {
      double[] outputs = new double[bias.length];
      for (int i = 0; i < outputs.length; i++) {
        outputs[i] = output(i, input, 0);
      }
      return outputs;
    }
  }

  /**
   * A highway layer.
   *
   * @param transform the new value
   * @param carry the share of the new value; the rest is the old one
   */
  public record Highway(Affine transform, Affine carry) {}

  /**
   * A layer of one direction: an LSTM with a projection. Its gates are in the order input,
   * candidate, forget, output; 1 is added to the bias of the forget gate.
   *
   * @param input one row per dimension of the input
   * @param recurrent one row per dimension of the state
   * @param bias of the gates
   * @param projection from the memory's size to the state's; none if the sizes are equal
   */
  public record Cell(Matrix input, Matrix recurrent, float[] bias, Optional<Matrix> projection) {
    public static final double FORGET_BIAS = 1;

    int cellSize() {
      return bias.length / 4;
    }

    /** The bias with that of the forget gate as it is computed with. */
    float[] effectiveBias() {
      float[] effective = bias.clone();
      for (int i = 2 * cellSize(); i < 3 * cellSize(); i++) {
        effective[i] += (float) FORGET_BIAS;
      }
      return effective;
    }
  }
}

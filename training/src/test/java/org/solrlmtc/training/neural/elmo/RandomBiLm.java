package org.solrlmtc.training.neural.elmo;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.solrlmtc.core.text.CharacterIds;
import org.solrlmtc.training.neural.elmo.ElmoOptions.Activation;
import org.solrlmtc.training.neural.elmo.ElmoOptions.Filter;
import org.solrlmtc.training.neural.elmo.ElmoWeights.Affine;
import org.solrlmtc.training.neural.elmo.ElmoWeights.Cell;
import org.solrlmtc.training.neural.elmo.ElmoWeights.Highway;
import org.solrlmtc.training.neural.tensor.Matrix;

/** Models with random weights that are large enough to reach the bounds of memories and states. */
public final class RandomBiLm {
  private final Random random;
  private final ElmoOptions options;

  private RandomBiLm(ElmoOptions options, long seed) {
    this.options = options;
    this.random = new Random(seed);
  }

  /** Small options that differ from the usual ones in every respect. */
  public static ElmoOptions options() {
    return new ElmoOptions(
        12,
        5,
        List.of(new Filter(2, 6), new Filter(4, 7)),
        Activation.TANH,
        1,
        3,
        9,
        8,
        0.8,
        0.5,
        true);
  }

  /** A model without highways, projections, bounds and skip connections. */
  public static ElmoOptions plainOptions() {
    return new ElmoOptions(
        20,
        3,
        List.of(new Filter(1, 4), new Filter(3, 4)),
        Activation.RELU,
        0,
        1,
        8,
        8,
        Double.POSITIVE_INFINITY,
        Double.POSITIVE_INFINITY,
        false);
  }

  public static ElmoWeights weights(ElmoOptions options, long seed) {
    return new RandomBiLm(options, seed).weights();
  }

  private ElmoWeights weights() {
    List<Affine> filters = new ArrayList<>();
    for (Filter filter : options.filters()) {
      filters.add(affine(filter.width() * options.characterSize(), filter.count()));
    }
    int outputs = options.filterOutputs();
    List<Highway> highways = new ArrayList<>();
    for (int i = 0; i < options.highways(); i++) {
      highways.add(new Highway(affine(outputs, outputs), affine(outputs, outputs)));
    }
    return new ElmoWeights(
        options,
        matrix(CharacterIds.COUNT, options.characterSize()),
        filters,
        highways,
        outputs == options.size() ? Optional.empty() : Optional.of(affine(outputs, options.size())),
        cells(),
        cells());
  }

  private List<Cell> cells() {
    List<Cell> cells = new ArrayList<>();
    int gates = 4 * options.cellSize();
    for (int layer = 0; layer < options.layers(); layer++) {
      cells.add(
          new Cell(
              matrix(options.size(), gates),
              matrix(options.size(), gates),
              vector(gates),
              options.cellSize() == options.size()
                  ? Optional.empty()
                  : Optional.of(matrix(options.cellSize(), options.size()))));
    }
    return cells;
  }

  private Affine affine(int inputs, int outputs) {
    return new Affine(matrix(inputs, outputs), vector(outputs));
  }

  private Matrix matrix(int rows, int columns) {
    return new Matrix(rows, columns, vector(rows * columns));
  }

  private float[] vector(int length) {
    float[] values = new float[length];
    for (int i = 0; i < length; i++) {
      values[i] = (float) (0.7 * random.nextGaussian());
    }
    return values;
  }
}

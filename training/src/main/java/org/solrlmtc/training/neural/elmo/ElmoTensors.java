package org.solrlmtc.training.neural.elmo;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.solrlmtc.core.text.CharacterIds;
import org.solrlmtc.training.neural.elmo.ElmoOptions.Filter;
import org.solrlmtc.training.neural.elmo.ElmoWeights.Affine;
import org.solrlmtc.training.neural.elmo.ElmoWeights.Cell;
import org.solrlmtc.training.neural.elmo.ElmoWeights.Highway;
import org.solrlmtc.training.neural.tensor.Matrix;

/** The names and sizes of the tensors in a file of weights. */
final class ElmoTensors {
  private static final int GATES = 4;

  private final ElmoOptions options;

  ElmoTensors(ElmoOptions options) {
    this.options = options;
  }

  /** Where tensors are read from. */
  interface Source {
    boolean has(String name);

    /** All values; the sizes must be these. */
    float[] read(String name, int... sizes);
  }

  /** Where tensors are written to. */
  @FunctionalInterface
  interface Target {
    void write(String name, float[] values, int... sizes);
  }

  ElmoWeights read(Source source) {
    List<Affine> filters = new ArrayList<>();
    for (int i = 0; i < options.filters().size(); i++) {
      filters.add(
          new Affine(
              new Matrix(
                  options.filters().get(i).width() * options.characterSize(),
                  options.filters().get(i).count(),
                  source.read(filter(i), filterSizes(options.filters().get(i)))),
              source.read("CNN/b_cnn_" + i, options.filters().get(i).count())));
    }
    int outputs = options.filterOutputs();
    List<Highway> highways = new ArrayList<>();
    for (int i = 0; i < options.highways(); i++) {
      highways.add(
          new Highway(
              affine(source, highway(i), "transform", outputs, outputs),
              affine(source, highway(i), "carry", outputs, outputs)));
    }
    boolean projected = outputs != options.size() || source.has("CNN_proj/W_proj");
    return new ElmoWeights(
        options,
        new Matrix(
            CharacterIds.COUNT,
            options.characterSize(),
            source.read("char_embed", CharacterIds.COUNT, options.characterSize())),
        filters,
        highways,
        projected
            ? Optional.of(affine(source, "CNN_proj/", "proj", outputs, options.size()))
            : Optional.empty(),
        cells(source, 0),
        cells(source, 1));
  }

  private static Affine affine(Source source, String group, String name, int inputs, int outputs) {
    return new Affine(
        new Matrix(inputs, outputs, source.read(group + "W_" + name, inputs, outputs)),
        source.read(group + "b_" + name, outputs));
  }

  private List<Cell> cells(Source source, int direction) {
    List<Cell> cells = new ArrayList<>();
    int size = options.size();
    int gates = GATES * options.cellSize();
    for (int layer = 0; layer < options.layers(); layer++) {
      String group = cell(direction, layer);
      float[] both = source.read(group + "W_0", 2 * size, gates);
      float[] input = new float[size * gates];
      float[] recurrent = new float[size * gates];
      System.arraycopy(both, 0, input, 0, input.length);
      System.arraycopy(both, input.length, recurrent, 0, recurrent.length);
      boolean projected = size != options.cellSize() || source.has(group + "W_P_0");
      cells.add(
          new Cell(
              new Matrix(size, gates, input),
              new Matrix(size, gates, recurrent),
              source.read(group + "B", gates),
              projected
                  ? Optional.of(
                      new Matrix(
                          options.cellSize(),
                          size,
                          source.read(group + "W_P_0", options.cellSize(), size)))
                  : Optional.empty()));
    }
    return cells;
  }

  void write(ElmoWeights weights, Target target) {
    target.write(
        "char_embed", weights.characters().values(), CharacterIds.COUNT, options.characterSize());
    for (int i = 0; i < weights.filters().size(); i++) {
      Affine filter = weights.filters().get(i);
      target.write(filter(i), filter.weights().values(), filterSizes(options.filters().get(i)));
      target.write("CNN/b_cnn_" + i, filter.bias(), filter.bias().length);
    }
    for (int i = 0; i < weights.highways().size(); i++) {
      write(target, highway(i), "transform", weights.highways().get(i).transform());
      write(target, highway(i), "carry", weights.highways().get(i).carry());
    }
    weights.projection().ifPresent(affine -> write(target, "CNN_proj/", "proj", affine));
    for (int layer = 0; layer < options.layers(); layer++) {
      write(target, cell(0, layer), weights.forward().get(layer));
      write(target, cell(1, layer), weights.backward().get(layer));
    }
  }

  private static void write(Target target, String group, String name, Affine affine) {
    target.write(
        group + "W_" + name,
        affine.weights().values(),
        affine.weights().rows(),
        affine.weights().columns());
    target.write(group + "b_" + name, affine.bias(), affine.bias().length);
  }

  private void write(Target target, String group, Cell cell) {
    int half = cell.input().values().length;
    float[] both = new float[2 * half];
    System.arraycopy(cell.input().values(), 0, both, 0, half);
    System.arraycopy(cell.recurrent().values(), 0, both, half, half);
    target.write(group + "W_0", both, 2 * options.size(), cell.bias().length);
    target.write(group + "B", cell.bias(), cell.bias().length);
    cell.projection()
        .ifPresent(
            matrix ->
                target.write(group + "W_P_0", matrix.values(), matrix.rows(), matrix.columns()));
  }

  private static String filter(int number) {
    return "CNN/W_cnn_" + number;
  }

  private int[] filterSizes(Filter filter) {
    return new int[] {1, filter.width(), options.characterSize(), filter.count()};
  }

  private static String highway(int number) {
    return "CNN_high_" + number + "/";
  }

  private static String cell(int direction, int layer) {
    return "RNN_" + direction + "/RNN/MultiRNNCell/Cell" + layer + "/LSTMCell/";
  }
}

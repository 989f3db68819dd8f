package org.solrlmtc.training.neural.elmo;

import static org.solrlmtc.training.neural.graph.GraphBuilder.attribute;

import ai.onnx.proto.OnnxMl.TensorProto.DataType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.solrlmtc.core.text.CharacterIds;
import org.solrlmtc.training.neural.elmo.ElmoOptions.Activation;
import org.solrlmtc.training.neural.elmo.ElmoOptions.Filter;
import org.solrlmtc.training.neural.elmo.ElmoWeights.Affine;
import org.solrlmtc.training.neural.elmo.ElmoWeights.Cell;
import org.solrlmtc.training.neural.elmo.ElmoWeights.Highway;
import org.solrlmtc.training.neural.graph.GraphBuilder;
import org.solrlmtc.training.neural.graph.TrainedTensors;
import org.solrlmtc.training.neural.tensor.Matrix;

/**
 * A biLM as part of an ONNX graph. Every direction begins with the states after its mark, which are
 * constants. ONNX's LSTM has no projection, so that a step is the body of a {@code Scan}.
 */
public final class ElmoGraph {
  private final GraphBuilder graph;
  private final ElmoWeights weights;
  private final ElmoOptions options;

  public ElmoGraph(GraphBuilder graph, ElmoWeights weights) {
    this.graph = graph;
    this.weights = weights;
    this.options = weights.options();
  }

  /**
   * Adds the biLM.
   *
   * @param characters ids, {@code [batch, tokens, characters]}, int64
   * @param lengths number of tokens per text, {@code [batch]}, int64
   * @return for each layer {@code [batch, tokens, state]}; the first has the word's vector twice
   */
  public List<String> layers(String characters, String lengths) {
    String vectors = vectors(characters);
    String steps = graph.node("Transpose", List.of(attribute("perm", 1, 0, 2)), vectors);
    String batch = graph.node("Gather", graph.node("Shape", characters), graph.longs(0));
    List<String> forward = direction("forward", weights.forward(), 0, steps, batch);
    List<String> backward =
        direction("backward", weights.backward(), 1, reversed(steps, lengths), batch);
    List<String> layers = new ArrayList<>();
    layers.add(concat(2, vectors, vectors));
    for (int layer = 0; layer < options.layers(); layer++) {
      layers.add(
          graph.node(
              "Transpose",
              List.of(attribute("perm", 1, 0, 2)),
              concat(2, forward.get(layer), reversed(backward.get(layer), lengths))));
    }
    return layers;
  }

  private String concat(int axis, String... values) {
    return graph.node("Concat", List.of(attribute("axis", axis)), values);
  }

  /** The words of each text in the opposite order; padding stays where it is. */
  private String reversed(String steps, String lengths) {
    return graph.node(
        "ReverseSequence",
        List.of(attribute("time_axis", 0), attribute("batch_axis", 1)),
        steps,
        lengths);
  }

  /** The vectors of words, {@code [batch, tokens, size]}. */
  private String vectors(String ids) {
    int perWord = options.charactersPerWord();
    // row 0 is padding of texts; an id beyond the last one is none that a tokenizer gives
    float[] padded = new float[(CharacterIds.COUNT + 1) * options.characterSize()];
    System.arraycopy(
        weights.characters().values(),
        0,
        padded,
        options.characterSize(),
        weights.characters().values().length);
    String table =
        graph.matrix(
            "characters", new Matrix(CharacterIds.COUNT + 1, options.characterSize(), padded));
    String known = graph.node("Min", ids, graph.whole(CharacterIds.COUNT));
    String found =
        graph.node(
            "Reshape",
            graph.node("Gather", table, known),
            graph.longs(-1, perWord, options.characterSize()));
    String channels = graph.node("Transpose", List.of(attribute("perm", 0, 2, 1)), found);
    List<String> outputs = new ArrayList<>();
    for (int i = 0; i < options.filters().size(); i++) {
      Filter filter = options.filters().get(i);
      String convolved =
          graph.node(
              "Conv",
              channels,
              graph.floats(
                  "filter" + i + "w",
                  kernel(filter, weights.filters().get(i).weights()),
                  filter.count(),
                  options.characterSize(),
                  filter.width()),
              graph.floats("filter" + i + "b", weights.filters().get(i).bias(), filter.count()));
      String largest =
          graph.node(
              "ReduceMax",
              List.of(attribute("axes", new long[] {2}), attribute("keepdims", 0)),
              convolved);
      outputs.add(graph.node(options.activation() == Activation.RELU ? "Relu" : "Tanh", largest));
    }
    String vectors = concat(1, outputs.toArray(String[]::new));
    for (int i = 0; i < weights.highways().size(); i++) {
      Highway highway = weights.highways().get(i);
      String fresh = graph.node("Relu", affine("transform" + i, highway.transform(), vectors));
      String carried = graph.node("Sigmoid", affine("carry" + i, highway.carry(), vectors));
      vectors =
          graph.node("Add", vectors, graph.node("Mul", carried, graph.node("Sub", fresh, vectors)));
    }
    if (weights.projection().isPresent()) {
      vectors = affine("projection", weights.projection().get(), vectors);
    }
    String shape =
        graph.node(
            "Concat",
            List.of(attribute("axis", 0)),
            graph.node("Gather", graph.node("Shape", ids), graph.longs(0, 1)),
            graph.longs(options.size()));
    return graph.node("Reshape", vectors, shape);
  }

  /** From width, characters, outputs to outputs, characters, width. */
  private float[] kernel(Filter filter, Matrix from) {
    int size = options.characterSize();
    float[] kernel = new float[from.values().length];
    for (int position = 0; position < filter.width(); position++) {
      for (int dimension = 0; dimension < size; dimension++) {
        for (int output = 0; output < filter.count(); output++) {
          kernel[(output * size + dimension) * filter.width() + position] =
              from.at(position * size + dimension, output);
        }
      }
    }
    return kernel;
  }

  private String affine(String name, Affine affine, String input) {
    return graph.node(
        "Add",
        graph.node("MatMul", input, graph.matrix(name + "w", affine.weights())),
        graph.floats(name + "b", affine.bias(), affine.bias().length));
  }

  /** The states of each layer, in the order of reading, {@code [tokens, batch, size]}. */
  private List<String> direction(
      String name, List<Cell> cells, int number, String steps, String batch) {
    ElmoReference.StreamState start = new ElmoReference(weights).afterMark(number);
    List<String> states = new ArrayList<>();
    String input = steps;
    for (int layer = 0; layer < cells.size(); layer++) {
      String state =
          layer(
              name + layer,
              cells.get(layer),
              input,
              initial(start.state(number, layer), batch),
              initial(start.memory(number, layer), batch));
      input = options.skipConnections() && layer > 0 ? graph.node("Add", state, input) : state;
      states.add(input);
    }
    return states;
  }

  private String initial(double[] values, String batch) {
    float[] row = new float[values.length];
    for (int i = 0; i < row.length; i++) {
      row[i] = (float) values[i];
    }
    return graph.node(
        "Expand",
        graph.floats("start", row, 1, row.length),
        graph.node("Concat", List.of(attribute("axis", 0)), batch, graph.longs(values.length)));
  }

  private String layer(String name, Cell cell, String input, String state, String memory) {
    int size = options.size();
    int cellSize = options.cellSize();
    String given =
        graph.node(
            "Add",
            graph.node("MatMul", input, graph.matrix(name + "input", cell.input())),
            graph.floats(name + "bias", cell.effectiveBias(), 4L * cellSize));
    String recurrent = graph.matrix(name + "recurrent", cell.recurrent());
    Optional<String> projection =
        cell.projection().map(matrix -> graph.matrix(name + "projection", matrix));
    // a bound is used in the body, but belongs to the graph around it
    Optional<String[]> memoryBounds = bounds(options.cellClip());
    Optional<String[]> stateBounds =
        projection.isPresent() ? bounds(options.projectionClip()) : Optional.empty();
    String pieces = graph.longs(cellSize, cellSize, cellSize, cellSize);

    GraphBuilder step = graph.branch(name);
    String before = step.input(name + "_state", DataType.FLOAT, "batch", "" + size);
    String remembered = step.input(name + "_memory", DataType.FLOAT, "batch", "" + cellSize);
    String read = step.input(name + "_gates", DataType.FLOAT, "batch", "" + 4 * cellSize);
    List<String> gates =
        step.results(
            "Split",
            4,
            List.of(attribute("axis", 1)),
            step.node("Add", read, step.node("MatMul", before, recurrent)),
            pieces);
    String added =
        step.node("Mul", step.node("Sigmoid", gates.get(0)), step.node("Tanh", gates.get(1)));
    String kept = step.node("Mul", step.node("Sigmoid", gates.get(2)), remembered);
    String next = step.node("Add", added, kept);
    next = clipped(step, next, memoryBounds);
    String output = step.node("Mul", step.node("Sigmoid", gates.get(3)), step.node("Tanh", next));
    if (projection.isPresent()) {
      output = step.node("MatMul", output, projection.get());
      output = clipped(step, output, stateBounds);
    }
    step.output(name + "_next_state", output, DataType.FLOAT, "batch", "" + size);
    step.output(name + "_next_memory", next, DataType.FLOAT, "batch", "" + cellSize);
    step.output(name + "_states", output, DataType.FLOAT, "batch", "" + size);
    return graph
        .results(
            "Scan",
            3,
            List.of(attribute("body", step.build()), attribute("num_scan_inputs", 1)),
            state,
            memory,
            given)
        .get(2);
  }

  private Optional<String[]> bounds(double bound) {
    return Double.isFinite(bound)
        ? Optional.of(new String[] {graph.scalar((float) -bound), graph.scalar((float) bound)})
        : Optional.empty();
  }

  private static String clipped(GraphBuilder step, String value, Optional<String[]> bounds) {
    return bounds.isEmpty() ? value : step.node("Clip", value, bounds.get()[0], bounds.get()[1]);
  }

  /** Reads the weights from a finished graph. */
  public static ElmoWeights read(TrainedTensors tensors, ElmoOptions options) {
    List<Affine> filters = new ArrayList<>();
    for (int i = 0; i < options.filters().size(); i++) {
      filters.add(
          new Affine(
              fromKernel(options, i, tensors.floats("filter" + i + "w")),
              tensors.floats("filter" + i + "b")));
    }
    List<Highway> highways = new ArrayList<>();
    for (int i = 0; i < options.highways(); i++) {
      highways.add(new Highway(affine(tensors, "transform" + i), affine(tensors, "carry" + i)));
    }
    float[] padded = tensors.floats("characters");
    float[] characters = new float[CharacterIds.COUNT * options.characterSize()];
    System.arraycopy(padded, options.characterSize(), characters, 0, characters.length);
    return new ElmoWeights(
        options,
        new Matrix(CharacterIds.COUNT, options.characterSize(), characters),
        filters,
        highways,
        tensors.has("projectionw") ? Optional.of(affine(tensors, "projection")) : Optional.empty(),
        cells(tensors, "forward", options),
        cells(tensors, "backward", options));
  }

  private static Affine affine(TrainedTensors tensors, String name) {
    return new Affine(tensors.matrix(name + "w"), tensors.floats(name + "b"));
  }

  private static Matrix fromKernel(ElmoOptions options, int number, float[] kernel) {
    Filter filter = options.filters().get(number);
    int size = options.characterSize();
    float[] values = new float[kernel.length];
    for (int position = 0; position < filter.width(); position++) {
      for (int dimension = 0; dimension < size; dimension++) {
        for (int output = 0; output < filter.count(); output++) {
          values[(position * size + dimension) * filter.count() + output] =
              kernel[(output * size + dimension) * filter.width() + position];
        }
      }
    }
    return new Matrix(filter.width() * size, filter.count(), values);
  }

  private static List<Cell> cells(TrainedTensors tensors, String name, ElmoOptions options) {
    List<Cell> cells = new ArrayList<>();
    for (int layer = 0; layer < options.layers(); layer++) {
      float[] bias = tensors.floats(name + layer + "bias");
      for (int i = 2 * options.cellSize(); i < 3 * options.cellSize(); i++) {
        bias[i] -= (float) Cell.FORGET_BIAS;
      }
      cells.add(
          new Cell(
              tensors.matrix(name + layer + "input"),
              tensors.matrix(name + layer + "recurrent"),
              bias,
              tensors.has(name + layer + "projection")
                  ? Optional.of(tensors.matrix(name + layer + "projection"))
                  : Optional.empty()));
    }
    return cells;
  }
}

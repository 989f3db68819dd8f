package org.solrlmtc.training.neural.graph;

import ai.onnx.proto.OnnxMl.TensorProto.DataType;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.solrlmtc.core.onnx.InputSource;
import org.solrlmtc.core.onnx.NetworkSignature;
import org.solrlmtc.core.onnx.NetworkSignature.ElementType;
import org.solrlmtc.training.neural.tensor.Matrix;

/**
 * The graph of a network under construction. An input is declared on first use; all inputs together
 * are the signature of the network.
 */
public final class ExportContext {
  private static final Map<InputSource, NetworkSignature.Input> INPUTS =
      new EnumMap<>(
          Map.of(
              InputSource.TOKEN_IDS,
              new NetworkSignature.Input(
                  "tokens", ElementType.INT64, List.of("batch", "length"), InputSource.TOKEN_IDS),
              InputSource.LENGTHS,
              new NetworkSignature.Input(
                  "lengths", ElementType.INT32, List.of("batch"), InputSource.LENGTHS),
              InputSource.MASK,
              new NetworkSignature.Input(
                  "mask", ElementType.INT64, List.of("batch", "length"), InputSource.MASK),
              InputSource.SECTION_LENGTHS,
              new NetworkSignature.Input(
                  "section_lengths",
                  ElementType.INT64,
                  List.of("batch", "sections"),
                  InputSource.SECTION_LENGTHS),
              InputSource.CANDIDATES,
              new NetworkSignature.Input(
                  "candidates",
                  ElementType.INT64,
                  List.of("batch", "candidates"),
                  InputSource.CANDIDATES),
              InputSource.LABEL_VECTORS,
              new NetworkSignature.Input(
                  "label_vectors",
                  ElementType.FLOAT,
                  List.of("labels", "dimension"),
                  InputSource.LABEL_VECTORS)));

  private final GraphBuilder graph;
  private final Precision precision;
  private final List<NetworkSignature.Input> inputs;

  public ExportContext(Precision precision) {
    this(GraphBuilder.named("network"), precision, new ArrayList<>());
  }

  private ExportContext(
      GraphBuilder graph, Precision precision, List<NetworkSignature.Input> inputs) {
    this.graph = graph;
    this.precision = precision;
    this.inputs = inputs;
  }

  /** The same graph with a separate namespace for the weights of a layer. */
  public ExportContext scope(String layer) {
    return new ExportContext(graph.scope(layer), precision, inputs);
  }

  public GraphBuilder graph() {
    return graph;
  }

  public Precision precision() {
    return precision;
  }

  /** The name of the input that a source feeds, in its default type and shape. */
  public String input(InputSource source) {
    return input(INPUTS.get(source));
  }

  /**
   * The name of the input that a source feeds.
   *
   * @param shape names of the dimensions; a number is a fixed size
   */
  public String input(InputSource source, String... shape) {
    NetworkSignature.Input standard = INPUTS.get(source);
    return input(
        new NetworkSignature.Input(
            standard.name(), standard.type(), List.of(shape), standard.source()));
  }

  private String input(NetworkSignature.Input wanted) {
    Optional<NetworkSignature.Input> declared =
        inputs.stream().filter(input -> input.source() == wanted.source()).findFirst();
    if (declared.isEmpty()) {
      graph.input(
          wanted.name(),
          DataType.valueOf(wanted.type().name().toUpperCase(Locale.ROOT)),
          wanted.shape().toArray(String[]::new));
      inputs.add(wanted);
    }
    return wanted.name();
  }

  /** Whether an input decides which labels, or how many, are scored. */
  public boolean choosesLabels() {
    return inputs.stream()
        .map(NetworkSignature.Input::source)
        .anyMatch(
            source -> source == InputSource.CANDIDATES || source == InputSource.LABEL_VECTORS);
  }

  /** A matrix of weights, in the precision of the network. */
  public StoredMatrix store(String name, Matrix matrix) {
    return StoredMatrix.store(graph, name, matrix, precision);
  }

  /**
   * The signature of the finished network.
   *
   * @param attributions name of that output, if the head has it
   */
  public NetworkSignature signature(
      String probabilities, Optional<String> attributions, int tokensPerState) {
    return new NetworkSignature(inputs, probabilities, attributions, tokensPerState);
  }
}

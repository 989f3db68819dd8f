package org.solrlmtc.training.neural.graph;

import static org.solrlmtc.training.neural.graph.GraphBuilder.attribute;

import ai.onnx.proto.OnnxMl.TensorProto.DataType;
import java.util.List;
import org.solrlmtc.training.neural.tensor.Matrix;

/** A matrix with a row for every word or label, inside a graph. */
public sealed interface StoredMatrix {

  /** Puts a matrix into a graph. */
  static StoredMatrix store(GraphBuilder graph, String name, Matrix matrix, Precision precision) {
    if (precision == Precision.FP32) {
      return new Floats(graph.matrix(name, matrix));
    }
    QuantizedMatrix bytes = QuantizedMatrix.of(matrix);
    return new Scaled(
        graph.bytes(name, DataType.UINT8, bytes.values(), matrix.rows(), matrix.columns()),
        graph.floats(name + "_scales", bytes.scales(), matrix.rows(), 1));
  }

  /** Some of the rows, in the order of {@code indexes}. */
  StoredMatrix gather(GraphBuilder graph, String indexes);

  /** The rows as floats. */
  String floats(GraphBuilder graph);

  /** The product of every row with every state: {@code [batch, rows, states]}. */
  String times(GraphBuilder graph, States states);

  /** Rows as trained. */
  record Floats(String values) implements StoredMatrix {
    @Override
    public StoredMatrix gather(GraphBuilder graph, String indexes) {
      return new Floats(graph.node("Gather", values, indexes));
    }

    @Override
    public String floats(GraphBuilder graph) {
      return values;
    }

    @Override
    public String times(GraphBuilder graph, States states) {
      return graph.node("MatMul", values, states.columns());
    }
  }

  /** Rows of a {@link QuantizedMatrix}. */
  record Scaled(String values, String scales) implements StoredMatrix {
    @Override
    public StoredMatrix gather(GraphBuilder graph, String indexes) {
      return new Scaled(
          graph.node("Gather", values, indexes), graph.node("Gather", scales, indexes));
    }

    @Override
    public String floats(GraphBuilder graph) {
      String centred =
          graph.node("Sub", States.floats(graph, values), graph.scalar(QuantizedMatrix.ZERO));
      return graph.node("Mul", centred, scales);
    }

    @Override
    public String times(GraphBuilder graph, States states) {
      String zero = graph.bytes("zero", DataType.UINT8, new byte[] {(byte) QuantizedMatrix.ZERO});
      String product =
          States.floats(graph, graph.node("MatMulInteger", values, states.columns(), zero));
      return graph.node("Mul", graph.node("Mul", product, scales), states.scales());
    }
  }

  /**
   * Encoder states, ready to be multiplied.
   *
   * @param columns {@code [batch, size, states]}; int8 when the matrix is quantised
   * @param scales {@code [batch, 1, states]}, of int8 only
   */
  record States(String columns, String scales) {
    /**
     * States stay within 7 bits: processors without int8 dot products add two products in 16 bits,
     * which 255 x 127 x 2 would overflow.
     */
    private static final float LARGEST = 63;

    public static States of(GraphBuilder graph, String tokens, Precision precision) {
      String columns = graph.node("Transpose", List.of(attribute("perm", 0, 2, 1)), tokens);
      if (precision == Precision.FP32) {
        return new States(columns, "");
      }
      // a scale for every token, so that neighbours in a batch do not matter
      String largest =
          graph.node(
              "ReduceMax", List.of(attribute("axes", new long[] {1})), graph.node("Abs", columns));
      String scales =
          graph.node(
              "Div",
              graph.node("Max", largest, graph.scalar(Float.MIN_NORMAL)),
              graph.scalar(LARGEST));
      String rounded = graph.node("Round", graph.node("Div", columns, scales));
      return new States(
          graph.node("Cast", List.of(attribute("to", DataType.INT8.getNumber())), rounded), scales);
    }

    private static String floats(GraphBuilder graph, String numbers) {
      return graph.node("Cast", List.of(attribute("to", DataType.FLOAT.getNumber())), numbers);
    }
  }
}

package org.solrlmtc.training.neural.graph;

import static org.solrlmtc.training.neural.graph.GraphBuilder.attribute;

import ai.onnx.proto.OnnxMl.TensorProto.DataType;
import java.util.List;
import org.solrlmtc.training.neural.tensor.Matrix;

/** A matrix in a graph, with one row per word or label. */
public sealed interface StoredMatrix {

  /** Adds a matrix to a graph. */
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

  /** Rows in fp32. */
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
   * Encoder states, prepared for multiplication.
   *
   * @param columns {@code [batch, size, states]}; int8 when the matrix is quantised
   * @param scales {@code [batch, 1, states]}, only for int8
   */
  record States(String columns, String scales) {
    /**
     * States are quantised to 7 bits: CPUs without int8 dot-product instructions (VNNI) add two
     * products in 16 bits, which 255 x 127 x 2 would overflow.
     */
    private static final float MAX_VALUE = 63;

    public static States of(GraphBuilder graph, String tokens, Precision precision) {
      String columns = graph.node("Transpose", List.of(attribute("perm", 0, 2, 1)), tokens);
      if (precision == Precision.FP32) {
        return new States(columns, "");
      }
      // one scale per token, so that the result does not depend on the rest of the batch
      String largest =
          graph.node(
              "ReduceMax", List.of(attribute("axes", new long[] {1})), graph.node("Abs", columns));
      String scales =
          graph.node(
              "Div",
              graph.node("Max", largest, graph.scalar(Float.MIN_NORMAL)),
              graph.scalar(MAX_VALUE));
      String rounded = graph.node("Round", graph.node("Div", columns, scales));
      return new States(
          graph.node("Cast", List.of(attribute("to", DataType.INT8.getNumber())), rounded), scales);
    }

    private static String floats(GraphBuilder graph, String integers) {
      return graph.node("Cast", List.of(attribute("to", DataType.FLOAT.getNumber())), integers);
    }
  }
}

package org.solrlmtc.training.neural.onnx;

import static org.solrlmtc.training.neural.onnx.GraphBuilder.attribute;

import ai.onnx.proto.OnnxMl.TensorProto.DataType;
import java.util.List;
import org.solrlmtc.training.neural.weights.Matrix;

/** A matrix with a row for every word or label, inside a graph. */
sealed interface Rows {

  /** Puts a matrix into a graph. */
  static Rows store(GraphBuilder graph, String name, Matrix matrix, Precision precision) {
    if (precision == Precision.FP32) {
      return new Floats(graph.matrix(name, matrix));
    }
    Bytes bytes = Bytes.of(matrix);
    return new Scaled(
        graph.bytes(name, DataType.UINT8, bytes.values(), matrix.rows(), matrix.columns()),
        graph.floats(name + "_scales", bytes.scales(), matrix.rows(), 1));
  }

  /** Some of the rows, in the order of {@code indexes}. */
  Rows pick(GraphBuilder graph, String indexes);

  /** The numbers themselves. */
  String floats(GraphBuilder graph);

  /** The product of every row with every token: {@code [batch, rows, tokens]}. */
  String times(GraphBuilder graph, Tokens tokens);

  /** Rows as trained. */
  record Floats(String values) implements Rows {
    @Override
    public Rows pick(GraphBuilder graph, String indexes) {
      return new Floats(graph.node("Gather", values, indexes));
    }

    @Override
    public String floats(GraphBuilder graph) {
      return values;
    }

    @Override
    public String times(GraphBuilder graph, Tokens tokens) {
      return graph.node("MatMul", values, tokens.columns());
    }
  }

  /** Rows of {@link Bytes}. */
  record Scaled(String values, String scales) implements Rows {
    @Override
    public Rows pick(GraphBuilder graph, String indexes) {
      return new Scaled(
          graph.node("Gather", values, indexes), graph.node("Gather", scales, indexes));
    }

    @Override
    public String floats(GraphBuilder graph) {
      String centred = graph.node("Sub", Tokens.floats(graph, values), graph.scalar(Bytes.ZERO));
      return graph.node("Mul", centred, scales);
    }

    @Override
    public String times(GraphBuilder graph, Tokens tokens) {
      String zero = graph.bytes("zero", DataType.UINT8, new byte[] {(byte) Bytes.ZERO});
      String product =
          Tokens.floats(graph, graph.node("MatMulInteger", values, tokens.columns(), zero));
      return graph.node("Mul", graph.node("Mul", product, scales), tokens.scales());
    }
  }

  /**
   * Encoded tokens, ready to be multiplied.
   *
   * @param columns {@code [batch, size, tokens]}; bytes when rows are bytes
   * @param scales {@code [batch, 1, tokens]}, of bytes only
   */
  record Tokens(String columns, String scales) {
    /**
     * Bytes of tokens stay within 7 bits: processors without dot products of bytes add two products
     * in 16 bits, which 255 x 127 x 2 would overflow.
     */
    private static final float LARGEST = 63;

    static Tokens of(GraphBuilder graph, String tokens, Precision precision) {
      String columns = graph.node("Transpose", List.of(attribute("perm", 0, 2, 1)), tokens);
      if (precision == Precision.FP32) {
        return new Tokens(columns, "");
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
      return new Tokens(
          graph.node("Cast", List.of(attribute("to", DataType.INT8.getNumber())), rounded), scales);
    }

    private static String floats(GraphBuilder graph, String numbers) {
      return graph.node("Cast", List.of(attribute("to", DataType.FLOAT.getNumber())), numbers);
    }
  }
}

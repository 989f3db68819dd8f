package org.solrlmtc.training.neural.graph;

import static org.solrlmtc.training.neural.graph.GraphBuilder.attribute;

import ai.onnx.proto.OnnxMl.TensorProto.DataType;
import java.util.List;
import org.solrlmtc.training.neural.tensor.Matrix;

/**
 * The product of states with the matrix of a dense layer. In int8 the matrix has one scale per
 * column (output), and the states one scale per token, so that a result does not depend on the rest
 * of the batch.
 */
public final class DenseProduct {
  /**
   * Weights are quantised to 7 bits: CPUs without int8 dot-product instructions (VNNI) add two
   * products in 16 bits, which 255 x 127 x 2 would overflow. States need all 8 bits, because a few
   * of their dimensions are much larger than the others.
   */
  private static final int MAX_WEIGHT = 63;

  private static final float MAX_STATE = 127;

  private DenseProduct() {}

  /**
   * Adds the product.
   *
   * @param matrix one row per input and one column per output
   * @param states {@code [batch, tokens, inputs]}
   * @return {@code [batch, tokens, outputs]}
   */
  public static String add(
      GraphBuilder graph, String name, Matrix matrix, String states, Precision precision) {
    if (precision == Precision.FP32) {
      return graph.node("MatMul", states, graph.matrix(name, matrix));
    }
    float[] scales = scales(matrix);
    String weights =
        graph.bytes(
            name, DataType.INT8, quantised(matrix, scales), matrix.rows(), matrix.columns());
    String weightScales = graph.floats(name + "Scales", scales, matrix.columns());
    String largest =
        graph.node(
            "ReduceMax", List.of(attribute("axes", new long[] {-1})), graph.node("Abs", states));
    String stateScales =
        graph.node(
            "Div",
            graph.node("Max", largest, graph.scalar(Float.MIN_NORMAL)),
            graph.scalar(MAX_STATE));
    String rounded = graph.node("Round", graph.node("Div", states, stateScales));
    String bytes =
        graph.node(
            "Cast",
            List.of(attribute("to", DataType.UINT8.getNumber())),
            graph.node("Add", rounded, graph.scalar(QuantizedMatrix.ZERO)));
    String zero = graph.bytes("zero", DataType.UINT8, new byte[] {(byte) QuantizedMatrix.ZERO});
    String product =
        graph.node(
            "Cast",
            List.of(attribute("to", DataType.FLOAT.getNumber())),
            graph.node("MatMulInteger", bytes, weights, zero));
    return graph.node("Mul", graph.node("Mul", product, stateScales), weightScales);
  }

  private static float[] scales(Matrix matrix) {
    float[] scales = new float[matrix.columns()];
    for (int column = 0; column < scales.length; column++) {
      float largest = 0;
      for (int row = 0; row < matrix.rows(); row++) {
        largest = Math.max(largest, Math.abs(matrix.at(row, column)));
      }
      // any scale will do for a column of zeros
      scales[column] = largest == 0 ? 1 : largest / MAX_WEIGHT;
    }
    return scales;
  }

  private static byte[] quantised(Matrix matrix, float[] scales) {
    byte[] values = new byte[matrix.values().length];
    for (int i = 0; i < values.length; i++) {
      values[i] = (byte) Math.round(matrix.values()[i] / scales[i % scales.length]);
    }
    return values;
  }
}

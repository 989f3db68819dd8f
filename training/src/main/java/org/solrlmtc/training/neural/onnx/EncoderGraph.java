package org.solrlmtc.training.neural.onnx;

import static org.solrlmtc.training.neural.onnx.GraphBuilder.attribute;

import ai.onnx.proto.OnnxMl.TensorProto;
import java.util.List;
import org.solrlmtc.training.neural.weights.BiGruWeights;
import org.solrlmtc.training.neural.weights.ConvolutionWeights;
import org.solrlmtc.training.neural.weights.EncoderWeights;
import org.solrlmtc.training.neural.weights.Matrix;

/** Draws encoders: from word vectors to encoded tokens, all between -1 and 1. */
final class EncoderGraph {
  /** Below everything that a filter can answer. */
  private static final float BELOW_SUMS = -1e30f;

  /** What a state never falls below. */
  private static final float BELOW_STATES = -1;

  private final GraphBuilder graph;

  EncoderGraph(GraphBuilder graph) {
    this.graph = graph;
  }

  /**
   * Encoded tokens.
   *
   * @param values {@code [batch, positions, size]}
   * @param lengths how many positions are tokens, {@code [batch]}, int64
   */
  record Encoded(String values, String lengths) {}

  /**
   * Draws the encoder.
   *
   * @param vectors {@code [batch, words, size]}, nothing but zeros behind a text's end; the number
   *     of words is a multiple of {@link EncoderWeights#pool}
   * @param lengths {@code [batch]}, int32
   * @param isWord {@code [batch, words, 1]}, whether there is a word
   */
  Encoded draw(EncoderWeights weights, String vectors, String lengths, String isWord) {
    String longLengths =
        graph.node(
            "Cast", List.of(attribute("to", TensorProto.DataType.INT64.getNumber())), lengths);
    if (weights instanceof ConvolutionWeights convolution) {
      // tanh rises, so the largest may be taken first: less work
      Encoded sums =
          pool(weights, convolution(convolution, vectors), BELOW_SUMS, longLengths, isWord);
      return new Encoded(graph.node("Tanh", sums.values()), sums.lengths());
    }
    String states = biGru((BiGruWeights) weights, vectors, lengths);
    return pool(weights, states, BELOW_STATES, longLengths, isWord);
  }

  /**
   * @param below no number of a token is smaller; it takes the place of padding
   */
  private Encoded pool(
      EncoderWeights weights, String tokens, float below, String lengths, String isWord) {
    if (weights.pool() == 1) {
      return new Encoded(tokens, lengths);
    }
    String masked = graph.node("Where", isWord, tokens, graph.scalar(below));
    String groups =
        graph.node("Reshape", masked, graph.longs(0, -1, weights.pool(), weights.outputSize()));
    String largest =
        graph.node(
            "ReduceMax",
            List.of(attribute("axes", new long[] {2}), attribute("keepdims", 0)),
            groups);
    String roundedUp = graph.node("Add", lengths, graph.whole(weights.pool() - 1));
    return new Encoded(largest, graph.node("Div", roundedUp, graph.whole(weights.pool())));
  }

  /** The neighbours of a word side by side, then one matrix product. */
  private String convolution(ConvolutionWeights weights, String vectors) {
    int reach = weights.width() / 2;
    String window = vectors;
    if (reach > 0) {
      String padded = graph.node("Pad", vectors, graph.longs(0, reach, 0, 0, reach, 0));
      String[] neighbours = new String[weights.width()];
      for (int place = 0; place < weights.width(); place++) {
        long end = place == 2 * reach ? Long.MAX_VALUE : place - 2L * reach;
        neighbours[place] =
            graph.node("Slice", padded, graph.longs(place), graph.longs(end), graph.longs(1));
      }
      window = graph.node("Concat", List.of(attribute("axis", 2)), neighbours);
    }
    return graph.node(
        "Add",
        graph.node("MatMul", window, graph.matrix("kernel", weights.kernel())),
        graph.floats("kernel_bias", weights.bias(), weights.bias().length));
  }

  private String biGru(BiGruWeights weights, String vectors, String lengths) {
    int hidden = weights.outputSize() / 2;
    String input = twice("gru_input", weights.forward().input(), weights.backward().input());
    String recurrent =
        twice("gru_recurrent", weights.forward().recurrent(), weights.backward().recurrent());
    String bias =
        graph.floats(
            "gru_bias",
            join(
                swapGates(weights.forward().inputBias()),
                swapGates(weights.forward().recurrentBias()),
                swapGates(weights.backward().inputBias()),
                swapGates(weights.backward().recurrentBias())),
            2,
            6L * hidden);
    String states =
        graph.node(
            "GRU",
            List.of(
                attribute("hidden_size", hidden),
                attribute("direction", "bidirectional"),
                attribute("linear_before_reset", 1)),
            graph.node("Transpose", List.of(attribute("perm", 1, 0, 2)), vectors),
            input,
            recurrent,
            bias,
            lengths);
    // [words, directions, batch, hidden]
    return graph.node(
        "Reshape",
        graph.node("Transpose", List.of(attribute("perm", 2, 0, 1, 3)), states),
        graph.longs(0, 0, 2L * hidden));
  }

  private String twice(String name, Matrix forward, Matrix backward) {
    return graph.floats(
        name,
        join(swapGates(forward.values()), swapGates(backward.values())),
        2,
        forward.rows(),
        forward.columns());
  }

  /** From PyTorch's reset, update, new to ONNX's update, reset, new; and back. */
  static float[] swapGates(float[] gates) {
    int gate = gates.length / 3;
    float[] ordered = gates.clone();
    System.arraycopy(gates, 0, ordered, gate, gate);
    System.arraycopy(gates, gate, ordered, 0, gate);
    return ordered;
  }

  private static float[] join(float[]... parts) {
    int length = 0;
    for (float[] part : parts) {
      length += part.length;
    }
    float[] joined = new float[length];
    int at = 0;
    for (float[] part : parts) {
      System.arraycopy(part, 0, joined, at, part.length);
      at += part.length;
    }
    return joined;
  }
}

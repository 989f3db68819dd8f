package org.solrlmtc.training.neural.onnx;

import static org.solrlmtc.training.neural.onnx.GraphBuilder.attribute;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.TensorProto.DataType;
import java.util.List;
import java.util.Optional;
import org.solrlmtc.training.neural.onnx.Rows.Tokens;
import org.solrlmtc.training.neural.weights.AttentionWeights;
import org.solrlmtc.training.neural.weights.HeadWeights;
import org.solrlmtc.training.neural.weights.LabelWiseWeights;

/** Draws heads: from encoded tokens to labels. */
final class HeadGraph {
  private static final List<AttributeProto> LAST = List.of(attribute("axis", -1));

  private final GraphBuilder graph;
  private final Precision precision;

  HeadGraph(GraphBuilder graph, Precision precision) {
    this.graph = graph;
    this.precision = precision;
  }

  /**
   * What a head gives.
   *
   * @param scores before the sigmoid, {@code [batch, labels]}
   * @param evidence what each token adds to a candidate's score, {@code [batch, candidates,
   *     tokens]}; of heads that take candidates
   */
  record Scored(String scores, Optional<String> evidence) {}

  /**
   * Draws the head.
   *
   * @param tokens {@code [batch, tokens, size]}
   * @param silence {@code [batch, 1, tokens]}: 0, or for what is no token a number that silences it
   */
  Scored draw(HeadWeights weights, String tokens, String silence) {
    if (weights instanceof LabelWiseWeights labelWise) {
      return labelWise(labelWise, tokens, silence);
    }
    return new Scored(attention((AttentionWeights) weights, tokens, silence), Optional.empty());
  }

  private String attention(AttentionWeights weights, String tokens, String silence) {
    String query = graph.floats("attention", weights.attention(), weights.attention().length, 1);
    String energies =
        graph.node(
            "Tanh",
            graph.node(
                "Add",
                graph.node("MatMul", tokens, query),
                graph.floats("attention_bias", new float[] {weights.attentionBias()})));
    String rows = graph.node("Transpose", List.of(attribute("perm", 0, 2, 1)), energies);
    String shares = graph.node("Softmax", LAST, graph.node("Add", rows, silence));
    // [batch, 1, size]
    String text = graph.node("MatMul", shares, tokens);
    String dense = Rows.store(graph, "dense", weights.dense(), precision).floats(graph);
    String scores =
        graph.node(
            "MatMul",
            graph.node("Squeeze", text, graph.longs(1)),
            graph.node("Transpose", List.of(attribute("perm", 1, 0)), dense));
    return graph.node("Add", scores, graph.floats("bias", weights.bias(), weights.bias().length));
  }

  /** All labels when no candidates are given, else just those: one file for both. */
  private Scored labelWise(LabelWiseWeights weights, String tokens, String silence) {
    String candidates = graph.input(OnnxWriter.CANDIDATES, DataType.INT64, "batch", "candidates");
    String keys =
        weights
            .keys()
            .map(matrix -> graph.node("MatMul", tokens, graph.matrix("keys", matrix)))
            .orElse(tokens);
    Tokens values = Tokens.of(graph, tokens, precision);
    LabelWiseHead head =
        new LabelWiseHead(
            Rows.store(graph, "queries", weights.queries(), precision),
            Rows.store(graph, "outputs", weights.outputs(), precision),
            graph.floats("bias", weights.bias(), weights.bias().length),
            weights.keys().isPresent() ? Tokens.of(graph, keys, precision) : values,
            values,
            silence);
    String number = graph.node("Gather", graph.node("Shape", candidates), graph.whole(1));
    GraphBuilder all = graph.branch("all_labels");
    String every = head.evidence(all);
    all.output("all", head.scores(all, every), DataType.FLOAT, "batch", "" + weights.labels());
    // for all labels it would be more than anybody reads
    all.output(
        "all_evidence", all.floats("none", new float[0], 0, 0, 0), DataType.FLOAT, "0", "0", "0");
    GraphBuilder some = graph.branch("candidate_labels");
    LabelWiseHead picked = head.pick(some, candidates);
    String evidence = picked.evidence(some);
    some.output("some", picked.scores(some, evidence), DataType.FLOAT, "batch", "candidates");
    some.output("some_evidence", evidence, DataType.FLOAT, "batch", "candidates", "tokens");
    List<String> results =
        graph.pair(
            "If",
            List.of(attribute("then_branch", all.build()), attribute("else_branch", some.build())),
            graph.node("Equal", number, graph.whole(0)));
    return new Scored(results.get(0), Optional.of(results.get(1)));
  }

  /** What the label-wise head multiplies; rows are those of some labels. */
  private record LabelWiseHead(
      Rows queries, Rows outputs, String bias, Tokens keys, Tokens values, String silence) {
    LabelWiseHead pick(GraphBuilder graph, String candidates) {
      return new LabelWiseHead(
          queries.pick(graph, candidates),
          outputs.pick(graph, candidates),
          graph.node("Gather", bias, candidates),
          keys,
          values,
          silence);
    }

    /** What each token adds to each label's score. */
    String evidence(GraphBuilder graph) {
      String energies = graph.node("Add", queries.times(graph, keys), silence);
      String shares = graph.node("Softmax", LAST, energies);
      return graph.node("Mul", shares, outputs.times(graph, values));
    }

    String scores(GraphBuilder graph, String evidence) {
      String sums =
          graph.node("ReduceSum", List.of(attribute("keepdims", 0)), evidence, graph.longs(-1));
      return graph.node("Add", sums, bias);
    }
  }
}

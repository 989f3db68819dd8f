package org.solrlmtc.training.neural.layer;

import static org.solrlmtc.training.neural.graph.GraphBuilder.attribute;

import ai.onnx.proto.OnnxMl.TensorProto.DataType;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.solrlmtc.training.neural.graph.GraphBuilder;
import org.solrlmtc.training.neural.graph.GraphValues.HeadStates;
import org.solrlmtc.training.neural.graph.GraphValues.LabelLogits;
import org.solrlmtc.training.neural.graph.GraphValues.TokenShares;

/**
 * The two branches of a head in a graph: all labels when there are no candidates, else only the
 * candidates, with their attributions.
 */
final class LabelBranches {
  private LabelBranches() {}

  /**
   * A label's logits and what each state adds to them.
   *
   * @param logits {@code [batch, candidates]}
   * @param attributions {@code [batch, candidates, states]}
   */
  record Attributed(String logits, String attributions) {}

  /**
   * Adds both branches to a graph.
   *
   * @param candidates name of that input, {@code [batch, candidates]}
   * @param labels the number of labels, or the name of that dimension
   * @param all adds the logits of all labels to a branch
   * @param some adds the logits of the candidates to a branch
   */
  static LabelLogits export(
      GraphBuilder graph,
      String candidates,
      String labels,
      HeadStates states,
      Function<GraphBuilder, String> all,
      Function<GraphBuilder, Attributed> some) {
    GraphBuilder allLabels = graph.branch("all_labels");
    allLabels.output("all", all.apply(allLabels), DataType.FLOAT, "batch", labels);
    // attributions of all labels would be too large
    allLabels.output(
        "all_attributions",
        allLabels.floats("none", new float[0], 0, 0, 0),
        DataType.FLOAT,
        "0",
        "0",
        "0");
    GraphBuilder someLabels = graph.branch("candidate_labels");
    Attributed scored = some.apply(someLabels);
    someLabels.output("some", scored.logits, DataType.FLOAT, "batch", "candidates");
    someLabels.output(
        "some_attributions",
        states
            .shares()
            .map(shares -> ofTokens(someLabels, scored.attributions, shares))
            .orElse(scored.attributions),
        DataType.FLOAT,
        "batch",
        "candidates",
        "tokens");
    String number = graph.node("Gather", graph.node("Shape", candidates), graph.whole(1));
    List<String> results =
        graph.pair(
            "If",
            List.of(
                attribute("then_branch", allLabels.build()),
                attribute("else_branch", someLabels.build())),
            graph.node("Equal", number, graph.whole(0)));
    return new LabelLogits(results.get(0), Optional.of(results.get(1)));
  }

  /** Divides what a state adds among its tokens. */
  private static String ofTokens(GraphBuilder graph, String ofStates, TokenShares shares) {
    String shape =
        graph.node(
            "Concat",
            List.of(attribute("axis", 0)),
            graph.node("Gather", graph.node("Shape", ofStates), graph.longs(0, 1)),
            graph.node("Gather", graph.node("Shape", shares.states()), graph.longs(1)));
    String states = graph.node("Unsqueeze", shares.states(), graph.longs(1));
    String ofState =
        graph.node(
            "GatherElements",
            List.of(attribute("axis", 2)),
            ofStates,
            graph.node("Expand", states, shape));
    return graph.node("Mul", ofState, graph.node("Unsqueeze", shares.shares(), graph.longs(1)));
  }
}

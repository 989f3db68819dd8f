package org.solrlmtc.training.neural.transformer;

import static org.solrlmtc.training.neural.graph.GraphBuilder.attribute;

import java.util.List;
import org.solrlmtc.training.neural.graph.DenseProduct;
import org.solrlmtc.training.neural.graph.ExportContext;
import org.solrlmtc.training.neural.graph.GraphBuilder;
import org.solrlmtc.training.neural.graph.GraphValues.EncodedStates;
import org.solrlmtc.training.neural.graph.GraphValues.TokenVectors;
import org.solrlmtc.training.neural.tensor.Matrix;

/** Adds a transformer to the graph of a network. */
final class TransformerGraph {
  /** Added to attention scores before the softmax: the attention of padding is 0. */
  private static final float MASKED = -1e9f;

  private final ExportContext context;
  private final GraphBuilder graph;
  private final TransformerWeights weights;
  private final int hiddenSize;

  TransformerGraph(ExportContext context, TransformerWeights weights) {
    this.context = context;
    this.graph = context.graph();
    this.weights = weights;
    this.hiddenSize = weights.inputSize();
  }

  /** The name of a tensor in the file. */
  static String name(int block, String tensor) {
    return "layer" + block + "/" + tensor;
  }

  /** Whether a tensor is the matrix of a product: it is transposed in the file. */
  static boolean isProduct(String tensor) {
    return List.of("attention", "output", "expand", "contract").contains(tensor);
  }

  EncodedStates add(TokenVectors tokens) {
    String count = graph.node("Gather", graph.node("Shape", tokens.values()), graph.longs(1));
    String positions =
        graph.node(
            "Slice",
            graph.matrix("positions", weights.positions()),
            graph.longs(0),
            count,
            graph.longs(0));
    String states =
        normalise(
            graph.node("Add", tokens.values(), positions),
            "norm",
            weights.norm(),
            "normBias",
            weights.normBias());
    // [batch, tokens, 1] to [batch, 1, 1, tokens]
    String isToken =
        graph.node(
            "Unsqueeze",
            graph.node("Squeeze", tokens.isToken(), graph.longs(2)),
            graph.longs(1, 2));
    String mask = graph.node("Where", isToken, graph.scalar(0), graph.scalar(MASKED));
    for (int block = 0; block < weights.blocks().size(); block++) {
      states = block(block, states, mask);
    }
    return new EncodedStates(states, tokens.lengths());
  }

  private String block(int number, String states, String mask) {
    BlockTensors<Matrix> block = weights.blocks().get(number);
    String projected =
        product(number, "attention", states, block.attention(), block.attentionBias());
    String attended =
        product(number, "output", attend(projected, mask), block.output(), block.outputBias());
    String middle =
        normalise(
            graph.node("Add", attended, states),
            name(number, "attentionNorm"),
            block.attentionNorm(),
            name(number, "attentionNormBias"),
            block.attentionNormBias());
    String expanded = gelu(product(number, "expand", middle, block.expand(), block.expandBias()));
    String contracted =
        product(number, "contract", expanded, block.contract(), block.contractBias());
    return normalise(
        graph.node("Add", contracted, middle),
        name(number, "norm"),
        block.norm(),
        name(number, "normBias"),
        block.normBias());
  }

  private String attend(String projected, String mask) {
    long heads = weights.shape().heads();
    int headSize = weights.shape().headSize(hiddenSize);
    // [query, key, value; batch, heads, tokens, size]
    String split =
        graph.node(
            "Transpose",
            List.of(attribute("perm", 2, 0, 3, 1, 4)),
            graph.node("Reshape", projected, graph.longs(0, 0, 3, heads, headSize)));
    String queries =
        graph.node(
            "Mul",
            graph.node("Gather", split, graph.whole(0)),
            graph.scalar((float) (1 / Math.sqrt(headSize))));
    String keys =
        graph.node(
            "Transpose",
            List.of(attribute("perm", 0, 1, 3, 2)),
            graph.node("Gather", split, graph.whole(1)));
    String values = graph.node("Gather", split, graph.whole(2));
    String scores = graph.node("Add", graph.node("MatMul", queries, keys), mask);
    String shares = graph.node("Softmax", List.of(attribute("axis", -1)), scores);
    String contexts =
        graph.node(
            "Transpose",
            List.of(attribute("perm", 0, 2, 1, 3)),
            graph.node("MatMul", shares, values));
    return graph.node("Reshape", contexts, graph.longs(0, 0, hiddenSize));
  }

  private String product(int block, String name, String states, Matrix matrix, Matrix bias) {
    String product =
        DenseProduct.add(
            graph, name(block, name), matrix.transposed(), states, context.precision());
    return graph.node("Add", product, vector(name(block, name + "Bias"), bias));
  }

  private String normalise(
      String states, String name, Matrix norm, String biasName, Matrix normBias) {
    return graph.node(
        "LayerNormalization",
        List.of(attribute("axis", -1), attribute("epsilon", (float) weights.shape().epsilon())),
        states,
        vector(name, norm),
        vector(biasName, normBias));
  }

  private String vector(String name, Matrix row) {
    return graph.floats(name, row.values(), row.columns());
  }

  private String gelu(String x) {
    String half = graph.node("Mul", x, graph.scalar(0.5f));
    String bell =
        switch (weights.shape().activation()) {
          case GELU -> graph.node("Erf", graph.node("Div", x, graph.scalar((float) Math.sqrt(2))));
          case GELU_TANH -> {
            String cube = graph.node("Mul", graph.node("Mul", x, x), x);
            String sum = graph.node("Add", x, graph.node("Mul", cube, graph.scalar(0.044715f)));
            yield graph.node(
                "Tanh", graph.node("Mul", sum, graph.scalar((float) Math.sqrt(2 / Math.PI))));
          }
        };
    return graph.node("Mul", half, graph.node("Add", bell, graph.scalar(1)));
  }
}

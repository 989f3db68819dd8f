package org.solrlmtc.training.neural.layer;

import static org.solrlmtc.training.neural.graph.GraphBuilder.attribute;

import java.util.List;
import org.solrlmtc.training.neural.graph.GraphBuilder;
import org.solrlmtc.training.neural.graph.TrainedTensors;
import org.solrlmtc.training.neural.tensor.Matrix;

/** The trained weights of an attention: how much a state counts among its neighbours. */
public sealed interface AttentionEnergy {
  /** Dimension of a state. */
  int inputSize();

  /** Dimension of the context vector; 0 without one. */
  int contextDimension();

  /**
   * Adds itself to a graph.
   *
   * @param states {@code [.., states, size]}
   * @return the name of the energies, {@code [.., states, 1]}
   */
  String export(GraphBuilder graph, String states);

  /** Reference computation of the energy of a state, which the graph must agree with. */
  double reference(double[] state);

  /** The weighted sum of states, by the reference computation. */
  default double[] pool(double[][] states) {
    double[] energies = new double[states.length];
    for (int i = 0; i < states.length; i++) {
      energies[i] = reference(states[i]);
    }
    double[] shares = ReferenceMath.softmax(energies);
    double[] sum = new double[inputSize()];
    for (int i = 0; i < states.length; i++) {
      for (int j = 0; j < sum.length; j++) {
        sum[j] += shares[i] * states[i][j];
      }
    }
    return sum;
  }

  /** Reads the weights that {@link #export} wrote. */
  static AttentionEnergy read(TrainedTensors tensors, int contextDimension) {
    return contextDimension == 0
        ? new Direct(tensors.floats("attention"), tensors.floats("attention_bias")[0])
        : new Context(
            tensors.matrix("attention"),
            tensors.floats("attention_bias"),
            tensors.floats("attention_context"));
  }

  /** {@code tanh(attention . h + bias)}. */
  record Direct(float[] attention, float bias) implements AttentionEnergy {
    @Override
    public int inputSize() {
      return attention.length;
    }

    @Override
    public int contextDimension() {
      return 0;
    }

    @Override
    public String export(GraphBuilder graph, String states) {
      String query = graph.floats("attention", attention, attention.length, 1);
      return graph.node(
          "Tanh",
          graph.node(
              "Add",
              graph.node("MatMul", states, query),
              graph.floats("attention_bias", new float[] {bias})));
    }

    @Override
    public double reference(double[] state) {
      return Math.tanh(new Matrix(1, attention.length, attention).dot(0, state) + bias);
    }
  }

  /**
   * {@code context . tanh(weight h + bias)}.
   *
   * @param weight one row per dimension of the context vector
   */
  record Context(Matrix weight, float[] bias, float[] context) implements AttentionEnergy {
    public Context {
      if (bias.length != weight.rows() || context.length != weight.rows()) {
        throw new IllegalArgumentException("the parts of the attention differ in size");
      }
    }

    @Override
    public int inputSize() {
      return weight.columns();
    }

    @Override
    public int contextDimension() {
      return context.length;
    }

    @Override
    public String export(GraphBuilder graph, String states) {
      String columns =
          graph.node(
              "Transpose", List.of(attribute("perm", 1, 0)), graph.matrix("attention", weight));
      String projected =
          graph.node(
              "Tanh",
              graph.node(
                  "Add",
                  graph.node("MatMul", states, columns),
                  graph.floats("attention_bias", bias, bias.length)));
      return graph.node(
          "MatMul", projected, graph.floats("attention_context", context, context.length, 1));
    }

    @Override
    public double reference(double[] state) {
      double sum = 0;
      for (int i = 0; i < context.length; i++) {
        sum += context[i] * Math.tanh(weight.dot(i, state) + bias[i]);
      }
      return sum;
    }
  }
}

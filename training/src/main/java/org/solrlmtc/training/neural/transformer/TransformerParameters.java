package org.solrlmtc.training.neural.transformer;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.solrlmtc.training.neural.tensor.Matrix;
import org.solrlmtc.training.neural.tensor.Parameter;
import org.solrlmtc.training.neural.tensor.ParameterGroup;
import org.solrlmtc.training.neural.tensor.Torch;

/**
 * The parameters of a transformer in training.
 *
 * @param positions one row per position
 * @param norm weights of the layer normalisation of the input
 * @param normBias its bias
 */
record TransformerParameters(
    Parameter positions, Parameter norm, Parameter normBias, List<BlockTensors<Parameter>> blocks) {

  /**
   * Parameters with the given initial values.
   *
   * @param pace learning rate and start of each layer; the input belongs to the first one
   */
  static TransformerParameters of(Torch device, TransformerWeights initial, TrainingPace pace) {
    int layers = initial.blocks().size();
    ParameterGroup first = pace.group(0, layers);
    return new TransformerParameters(
        parameter(device, "encoder.positions", initial.positions(), first),
        parameter(device, "encoder.norm", initial.norm(), first),
        parameter(device, "encoder.normBias", initial.normBias(), first),
        IntStream.range(0, layers)
            .mapToObj(
                layer -> {
                  ParameterGroup group = pace.group(layer, layers);
                  BlockTensors<Matrix> block = initial.blocks().get(layer);
                  List<Matrix> values = block.all();
                  int[] next = {0};
                  return BlockTensors.of(
                      name ->
                          parameter(
                              device,
                              "encoder.layer" + layer + "." + name,
                              values.get(next[0]++),
                              group));
                })
            .toList());
  }

  private static Parameter parameter(
      Torch device, String name, Matrix initial, ParameterGroup group) {
    long[] shape =
        initial.rows() == 1
            ? new long[] {initial.columns()}
            : new long[] {initial.rows(), initial.columns()};
    return new Parameter(name, device.of(initial.values(), shape), group);
  }

  /**
   * Those that are trained.
   *
   * @param frozenLayers the lowest layers, which keep their values; with them the input does
   */
  List<Parameter> trained(int frozenLayers) {
    List<Parameter> trained = new ArrayList<>();
    if (frozenLayers == 0) {
      trained.addAll(input());
    }
    blocks.stream().skip(frozenLayers).forEach(block -> trained.addAll(block.all()));
    return trained;
  }

  /** Those before the first layer. */
  List<Parameter> input() {
    return List.of(positions, norm, normBias);
  }

  TransformerWeights weights(TransformerShape shape) {
    return new TransformerWeights(
        shape,
        matrix(positions),
        matrix(norm),
        matrix(normBias),
        blocks.stream().map(block -> block.map(TransformerParameters::matrix)).toList());
  }

  private static Matrix matrix(Parameter parameter) {
    float[] values = Torch.toArray(parameter.value());
    int rows = parameter.value().dim() == 1 ? 1 : parameter.rows();
    return new Matrix(rows, values.length / rows, values);
  }
}

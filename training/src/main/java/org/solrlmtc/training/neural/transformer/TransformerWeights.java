package org.solrlmtc.training.neural.transformer;

import java.util.List;
import java.util.stream.IntStream;
import org.solrlmtc.training.neural.graph.ExportContext;
import org.solrlmtc.training.neural.graph.GraphValues.EncodedStates;
import org.solrlmtc.training.neural.graph.GraphValues.TokenVectors;
import org.solrlmtc.training.neural.graph.TrainedTensors;
import org.solrlmtc.training.neural.layer.Encoder;
import org.solrlmtc.training.neural.tensor.Matrix;

/**
 * A trained transformer.
 *
 * @param positions one row per position: position embedding plus the embedding of the first segment
 * @param norm weights of the layer normalisation of the input, one row
 * @param normBias its bias, one row
 */
record TransformerWeights(
    TransformerShape shape,
    Matrix positions,
    Matrix norm,
    Matrix normBias,
    List<BlockTensors<Matrix>> blocks)
    implements Encoder.Weights {

  TransformerWeights {
    blocks = List.copyOf(blocks);
    shape.headSize(positions.columns());
  }

  /** Reads what {@link #export} wrote. */
  static TransformerWeights read(TransformerShape shape, int layers, TrainedTensors tensors) {
    return new TransformerWeights(
        shape,
        tensors.matrix("positions"),
        row(tensors, "norm"),
        row(tensors, "normBias"),
        IntStream.range(0, layers).mapToObj(block -> block(tensors, block)).toList());
  }

  private static BlockTensors<Matrix> block(TrainedTensors tensors, int block) {
    return BlockTensors.of(
        name -> {
          String stored = TransformerGraph.name(block, name);
          return TransformerGraph.isProduct(name)
              ? tensors.matrix(stored).transposed()
              : row(tensors, stored);
        });
  }

  private static Matrix row(TrainedTensors tensors, String name) {
    float[] values = tensors.floats(name);
    return new Matrix(1, values.length, values);
  }

  @Override
  public Transformer spec() {
    return Transformer.trained(shape, blocks.size(), blocks.get(0).expand().rows(), positions);
  }

  @Override
  public int inputSize() {
    return positions.columns();
  }

  @Override
  public int outputSize() {
    return positions.columns();
  }

  @Override
  public EncodedStates export(ExportContext context, TokenVectors tokens) {
    return new TransformerGraph(context, this).add(tokens);
  }

  @Override
  public double[][] reference(double[][] vectors, int[] sectionLengths) {
    return new TransformerReference(this).states(vectors);
  }
}

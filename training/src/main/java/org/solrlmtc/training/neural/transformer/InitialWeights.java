package org.solrlmtc.training.neural.transformer;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.solrlmtc.training.neural.tensor.Matrix;
import org.solrlmtc.training.neural.tensor.Torch;
import org.solrlmtc.training.pretrained.EncoderConfig;
import org.solrlmtc.training.pretrained.PretrainedEncoder;

/** The weights that the training of a transformer starts from. */
final class InitialWeights {
  /** As BERT was initialised. */
  private static final double DEVIATION = 0.02;

  private InitialWeights() {}

  /** Random weights. */
  static TransformerWeights random(
      Torch device, Transformer.Size size, int layers, int hiddenSize) {
    int wide = size.feedForwardSize();
    return new TransformerWeights(
        size.shape(),
        normal(device, size.positions(), hiddenSize),
        filled(hiddenSize, 1),
        filled(hiddenSize, 0),
        IntStream.range(0, layers)
            .mapToObj(
                layer ->
                    BlockTensors.of(
                        name ->
                            switch (name) {
                              case "attention" -> normal(device, 3 * hiddenSize, hiddenSize);
                              case "attentionBias" -> filled(3 * hiddenSize, 0);
                              case "output" -> normal(device, hiddenSize, hiddenSize);
                              case "expand" -> normal(device, wide, hiddenSize);
                              case "expandBias" -> filled(wide, 0);
                              case "contract" -> normal(device, hiddenSize, wide);
                              case "attentionNorm", "norm" -> filled(hiddenSize, 1);
                              default -> filled(hiddenSize, 0);
                            }))
            .toList());
  }

  private static Matrix normal(Torch device, int rows, int columns) {
    return new Matrix(rows, columns, Torch.toArray(device.normal(DEVIATION, rows, columns)));
  }

  private static Matrix filled(int columns, float value) {
    float[] values = new float[columns];
    Arrays.fill(values, value);
    return new Matrix(1, columns, values);
  }

  /**
   * The weights of a published encoder.
   *
   * @param layers the number of lowest layers to use; 0: all of them
   */
  static TransformerWeights published(PretrainedEncoder encoder, int layers) {
    EncoderConfig config = encoder.config();
    return new TransformerWeights(
        new TransformerShape(
            config.attentionHeads(),
            config.activation() == EncoderConfig.Activation.GELU
                ? TransformerShape.Activation.GELU
                : TransformerShape.Activation.GELU_TANH,
            config.layerNormEpsilon()),
        positions(encoder),
        row(encoder, "embeddings.LayerNorm.weight"),
        row(encoder, "embeddings.LayerNorm.bias"),
        IntStream.range(0, layers == 0 ? config.layers() : layers)
            .mapToObj(layer -> block(encoder, "encoder.layer." + layer + "."))
            .toList());
  }

  /** A text is one segment, so the embedding of the first segment is part of every position. */
  private static Matrix positions(PretrainedEncoder encoder) {
    Matrix positions = encoder.matrix("embeddings.position_embeddings.weight");
    Matrix segments = encoder.matrix("embeddings.token_type_embeddings.weight");
    float[] sums = positions.values().clone();
    for (int i = 0; i < sums.length; i++) {
      sums[i] += segments.at(0, i % positions.columns());
    }
    return new Matrix(positions.rows(), positions.columns(), sums);
  }

  private static BlockTensors<Matrix> block(PretrainedEncoder encoder, String layer) {
    List<String> projections =
        List.of(
            layer + "attention.self.query",
            layer + "attention.self.key",
            layer + "attention.self.value");
    return BlockTensors.of(
        name ->
            switch (name) {
              case "attention" -> below(encoder, projections);
              case "attentionBias" -> beside(encoder, projections);
              case "output" -> encoder.matrix(layer + "attention.output.dense.weight");
              case "outputBias" -> row(encoder, layer + "attention.output.dense.bias");
              case "attentionNorm" -> row(encoder, layer + "attention.output.LayerNorm.weight");
              case "attentionNormBias" -> row(encoder, layer + "attention.output.LayerNorm.bias");
              case "expand" -> encoder.matrix(layer + "intermediate.dense.weight");
              case "expandBias" -> row(encoder, layer + "intermediate.dense.bias");
              case "contract" -> encoder.matrix(layer + "output.dense.weight");
              case "contractBias" -> row(encoder, layer + "output.dense.bias");
              case "norm" -> row(encoder, layer + "output.LayerNorm.weight");
              case "normBias" -> row(encoder, layer + "output.LayerNorm.bias");
              default -> throw new IllegalArgumentException(name);
            });
  }

  private static Matrix row(PretrainedEncoder encoder, String name) {
    float[] values = encoder.floats(name);
    return new Matrix(1, values.length, values);
  }

  private static Matrix below(PretrainedEncoder encoder, List<String> names) {
    List<Matrix> parts = names.stream().map(name -> encoder.matrix(name + ".weight")).toList();
    int columns = parts.get(0).columns();
    float[] joined = join(parts.stream().map(Matrix::values).toList());
    return new Matrix(joined.length / columns, columns, joined);
  }

  private static Matrix beside(PretrainedEncoder encoder, List<String> names) {
    float[] joined = join(names.stream().map(name -> encoder.floats(name + ".bias")).toList());
    return new Matrix(1, joined.length, joined);
  }

  private static float[] join(List<float[]> parts) {
    float[] joined = new float[parts.stream().mapToInt(part -> part.length).sum()];
    int at = 0;
    for (float[] part : parts) {
      System.arraycopy(part, 0, joined, at, part.length);
      at += part.length;
    }
    return joined;
  }
}

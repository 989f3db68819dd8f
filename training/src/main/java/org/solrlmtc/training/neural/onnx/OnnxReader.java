package org.solrlmtc.training.neural.onnx;

import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.StringStringEntryProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.solrlmtc.core.onnx.OnnxScorerProvider;
import org.solrlmtc.training.execution.TrainingException;
import org.solrlmtc.training.neural.weights.AttentionWeights;
import org.solrlmtc.training.neural.weights.BiGruWeights;
import org.solrlmtc.training.neural.weights.ConvolutionWeights;
import org.solrlmtc.training.neural.weights.EncoderWeights;
import org.solrlmtc.training.neural.weights.HeadWeights;
import org.solrlmtc.training.neural.weights.LabelWiseWeights;
import org.solrlmtc.training.neural.weights.Matrix;
import org.solrlmtc.training.neural.weights.NetworkWeights;

/** Takes the weights back out of a file of {@link OnnxWriter}, to write them in another way. */
final class OnnxReader {
  private final Path file;
  private final Map<String, TensorProto> tensors = new HashMap<>();
  private final Map<String, String> metadata = new TreeMap<>();

  private OnnxReader(Path file, ModelProto model) {
    this.file = file;
    for (TensorProto tensor : model.getGraph().getInitializerList()) {
      // the writer numbers its names
      tensors.put(tensor.getName().replaceFirst("_[0-9]+$", ""), tensor);
    }
    for (StringStringEntryProto entry : model.getMetadataPropsList()) {
      metadata.put(entry.getKey(), entry.getValue());
    }
  }

  /**
   * Reads a file, which must have been checked as part of its bundle.
   *
   * @throws TrainingException when its numbers are not as they were trained
   */
  static OnnxReader open(Path file) throws IOException {
    try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
      OnnxReader reader = new OnnxReader(file, ModelProto.parseFrom(in));
      String precision = reader.metadata.get(OnnxExport.PRECISION);
      if (!Precision.FP32.key().equals(precision)) {
        throw new TrainingException(
            file
                + " holds numbers of the precision "
                + precision
                + ": only a bundle as it was trained ("
                + Precision.FP32.key()
                + ") can be written in another one");
      }
      return reader;
    }
  }

  /** What the file tells of itself. */
  Map<String, String> metadata() {
    return metadata;
  }

  NetworkWeights weights() {
    Matrix embedding = matrix("embedding");
    return new NetworkWeights(embedding, encoder(embedding.columns()), head());
  }

  private EncoderWeights encoder(int vectorSize) {
    int pool = Integer.parseInt(metadata.get(OnnxScorerProvider.TOKENS_PER_STATE));
    if (!tensors.containsKey("kernel")) {
      return new BiGruWeights(direction(0), direction(1), pool);
    }
    Matrix kernel = matrix("kernel");
    return new ConvolutionWeights(kernel.rows() / vectorSize, kernel, floats("kernel_bias"), pool);
  }

  private BiGruWeights.Direction direction(int number) {
    Matrix input = half("gru_input", number);
    Matrix recurrent = half("gru_recurrent", number);
    int gates = input.rows();
    float[] biases = floats("gru_bias");
    int start = number * 2 * gates;
    return new BiGruWeights.Direction(
        input,
        recurrent,
        EncoderGraph.swapGates(Arrays.copyOfRange(biases, start, start + gates)),
        EncoderGraph.swapGates(Arrays.copyOfRange(biases, start + gates, start + 2 * gates)));
  }

  /** One direction's part of {@code [2, rows, columns]}. */
  private Matrix half(String name, int number) {
    int rows = Math.toIntExact(tensor(name).getDims(1));
    int columns = Math.toIntExact(tensor(name).getDims(2));
    float[] values = floats(name);
    int size = rows * columns;
    return new Matrix(
        rows,
        columns,
        EncoderGraph.swapGates(Arrays.copyOfRange(values, number * size, (number + 1) * size)));
  }

  private HeadWeights head() {
    if (tensors.containsKey("dense")) {
      return new AttentionWeights(
          floats("attention"), floats("attention_bias")[0], matrix("dense"), floats("bias"));
    }
    return new LabelWiseWeights(
        tensors.containsKey("keys") ? Optional.of(matrix("keys")) : Optional.empty(),
        matrix("queries"),
        matrix("outputs"),
        floats("bias"));
  }

  private Matrix matrix(String name) {
    TensorProto tensor = tensor(name);
    return new Matrix(
        Math.toIntExact(tensor.getDims(0)), Math.toIntExact(tensor.getDims(1)), floats(name));
  }

  private float[] floats(String name) {
    TensorProto tensor = tensor(name);
    float[] values = new float[tensor.getRawData().size() / Float.BYTES];
    tensor
        .getRawData()
        .asReadOnlyByteBuffer()
        .order(ByteOrder.LITTLE_ENDIAN)
        .asFloatBuffer()
        .get(values);
    return values;
  }

  private TensorProto tensor(String name) {
    TensorProto tensor = tensors.get(name);
    if (tensor == null) {
      throw new TrainingException(
          file + " has no '" + name + "': an older version wrote it; train the bundle anew");
    }
    return tensor;
  }
}

package org.solrlmtc.training.neural.graph;

import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.solrlmtc.core.onnx.DescriptorVectors;
import org.solrlmtc.training.execution.TrainingException;
import org.solrlmtc.training.neural.tensor.Matrix;

/** The weights of a finished ONNX file, in one namespace per layer. */
public final class TrainedTensors {
  private final Path file;
  private final Map<String, TensorProto> tensors;
  private final String scope;
  private final Optional<Matrix> labelVectors;

  private TrainedTensors(
      Path file, Map<String, TensorProto> tensors, String scope, Optional<Matrix> labelVectors) {
    this.file = file;
    this.tensors = tensors;
    this.scope = scope;
    this.labelVectors = labelVectors;
  }

  /**
   * Reads the weights of a model.
   *
   * @param file for messages
   * @param labelVectors of the bundle, if it has a file of them
   */
  public static TrainedTensors of(Path file, ModelProto model, Optional<Matrix> labelVectors) {
    Map<String, TensorProto> tensors = new HashMap<>();
    for (TensorProto tensor : model.getGraph().getInitializerList()) {
      // the builder numbers its names
      tensors.put(tensor.getName().replaceFirst("_[0-9]+$", ""), tensor);
    }
    return new TrainedTensors(file, tensors, "", labelVectors);
  }

  /** The weights of one layer, or of a part of this one. */
  public TrainedTensors scope(String layer) {
    return new TrainedTensors(file, tensors, scope + layer + "/", labelVectors);
  }

  public boolean has(String name) {
    return tensors.containsKey(scope + name);
  }

  public Matrix matrix(String name) {
    long[] shape = shape(name);
    return new Matrix(Math.toIntExact(shape[0]), Math.toIntExact(shape[1]), floats(name));
  }

  public long[] shape(String name) {
    return tensor(name).getDimsList().stream().mapToLong(Long::longValue).toArray();
  }

  public float[] floats(String name) {
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

  /** One vector per label, from a file of the bundle. */
  public Matrix labelVectors() {
    return labelVectors.orElseThrow(
        () ->
            new TrainingException(
                file + " needs label vectors, but its bundle has no file of them: train it again"));
  }

  /** The vectors of words that the bundle keeps for further labels. */
  public DescriptorVectors descriptorVectors() {
    return DescriptorVectors.read(file.resolveSibling(DescriptorVectors.FILE));
  }

  private TensorProto tensor(String name) {
    TensorProto tensor = tensors.get(scope + name);
    if (tensor == null) {
      throw new TrainingException(
          file + " has no '" + scope + name + "': an older version wrote it; train it again");
    }
    return tensor;
  }
}

package org.solrlmtc.training.pretrained;

import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.solrlmtc.training.execution.TrainingException;

/**
 * The weights of an ONNX file that PyTorch wrote. The right-hand sides of matrix products have lost
 * their names there, and are [in, out]: the name of the node that multiplies by them tells which
 * they are.
 */
final class OnnxWeights implements WeightsFile {
  private static final String PRODUCT = "/MatMul";

  private final Path file;
  private final Map<String, Weight> weights;

  private record Weight(TensorProto tensor, boolean transposed) {}

  private OnnxWeights(Path file, Map<String, Weight> weights) {
    this.file = file;
    this.weights = weights;
  }

  /**
   * Reads a file, all of it.
   *
   * @throws TrainingException naming the file and what is wrong
   */
  static OnnxWeights open(Path file) {
    ModelProto model;
    try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
      model = ModelProto.parseFrom(in);
    } catch (InvalidProtocolBufferException e) {
      throw new TrainingException(
          file + " is truncated or no ONNX file: " + e.getMessage() + "; get the file again", e);
    } catch (IOException e) {
      throw new TrainingException("cannot read " + file + ": " + e.getMessage(), e);
    }
    Map<String, TensorProto> initializers = new LinkedHashMap<>();
    for (TensorProto tensor : model.getGraph().getInitializerList()) {
      initializers.put(tensor.getName(), tensor);
    }
    Map<String, Weight> weights = new LinkedHashMap<>();
    initializers.forEach(
        (name, tensor) -> weights.put(HuggingFaceNames.canonical(name), new Weight(tensor, false)));
    for (NodeProto node : model.getGraph().getNodeList()) {
      if (node.getName().endsWith(PRODUCT) && node.getInputCount() == 2) {
        TensorProto right = initializers.get(node.getInput(1));
        if (right != null && right.getDimsCount() == 2) {
          weights.put(canonical(node.getName()), new Weight(right, true));
        }
      }
    }
    return new OnnxWeights(file, weights);
  }

  /** From {@code /encoder/layer.0/output/dense/MatMul}. */
  private static String canonical(String node) {
    String path = node.substring(0, node.length() - PRODUCT.length());
    return HuggingFaceNames.canonical(
        path.substring(path.startsWith("/") ? 1 : 0).replace('/', '.') + ".weight");
  }

  @Override
  public Map<String, List<Integer>> shapes() {
    Map<String, List<Integer>> shapes = new HashMap<>();
    weights.forEach(
        (name, weight) -> {
          List<Integer> dims =
              weight.tensor.getDimsList().stream()
                  .map(dim -> (int) Math.max(-1, Math.min(dim, Integer.MAX_VALUE)))
                  .toList();
          shapes.put(name, weight.transposed ? List.of(dims.get(1), dims.get(0)) : dims);
        });
    return shapes;
  }

  @Override
  public float[] read(String name) {
    Weight weight = weights.get(name);
    TensorProto tensor = weight.tensor;
    if (tensor.getDataLocation() == TensorProto.DataLocation.EXTERNAL) {
      throw new TrainingException(
          file
              + " keeps the tensor '"
              + tensor.getName()
              + "' in another file: use model.safetensors, or an ONNX file that is whole");
    }
    if (tensor.getDataType() != TensorProto.DataType.FLOAT.getNumber()) {
      throw new TrainingException(
          file
              + ": the tensor '"
              + name
              + "' is not of the type FLOAT: use the ONNX file of full precision");
    }
    float[] values;
    try {
      values = values(tensor, WeightsFile.elements(tensor.getDimsList()));
    } catch (IllegalArgumentException e) {
      throw new TrainingException(
          file + ": the tensor '" + name + "': " + e.getMessage() + "; get the file again", e);
    }
    return weight.transposed
        ? WeightsFile.transposed(values, (int) tensor.getDims(0), (int) tensor.getDims(1))
        : values;
  }

  private static float[] values(TensorProto tensor, int elements) {
    ByteString raw = tensor.getRawData();
    boolean inFields = raw.isEmpty() && tensor.getFloatDataCount() == elements;
    if (!inFields && raw.size() != (long) elements * Float.BYTES) {
      throw new IllegalArgumentException(
          "its shape has " + elements + " elements, its data " + raw.size() + " bytes");
    }
    float[] values = new float[elements];
    if (inFields) {
      for (int i = 0; i < elements; i++) {
        values[i] = tensor.getFloatData(i);
      }
    } else {
      raw.asReadOnlyByteBuffer().order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer().get(values);
    }
    return values;
  }
}

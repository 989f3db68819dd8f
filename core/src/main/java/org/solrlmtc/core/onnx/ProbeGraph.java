package org.solrlmtc.core.onnx;

import ai.onnxruntime.NodeInfo;
import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OnnxValue;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import ai.onnxruntime.TensorInfo;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A graph of some nodes of a network. All their outputs are outputs of the graph, and nothing is
 * computed when it is opened.
 *
 * @param versions the model's fields on which the meaning of nodes depends
 * @param inputs the tensors that are read, but not computed; fixed sizes
 * @param constants the tensors whose values are known
 */
record ProbeGraph(
    byte[] versions,
    Collection<GraphParts.Node> nodes,
    Map<String, TensorSize> inputs,
    Map<String, GraphParts.Initializer> constants) {

  /** The model's versions of format and operators. */
  static byte[] versions(ByteBuffer model) {
    ProtoWriter versions = new ProtoWriter();
    ProtoFields.forEach(
        model.duplicate(),
        new ProtoFields.Visitor() {
          @Override
          public void block(int field, ByteBuffer block) {
            if (field == 8) {
              versions.block(field, block);
            }
          }

          @Override
          public void number(int field, long value) {
            if (field == 1) {
              versions.number(field, value);
            }
          }
        });
    return versions.bytes();
  }

  /** The inferred sizes of all outputs that are tensors, by name. */
  Map<String, TensorSize> sizes(OrtEnvironment environment) throws OrtException {
    try (OrtSession session = open(environment)) {
      Map<String, TensorSize> sizes = new HashMap<>();
      for (NodeInfo output : session.getOutputInfo().values()) {
        if (output.getInfo() instanceof TensorInfo tensor) {
          sizes.put(output.getName(), size(tensor));
        }
      }
      return sizes;
    }
  }

  /** Computes all outputs. */
  Map<String, GraphParts.Initializer> values(OrtEnvironment environment) throws OrtException {
    Map<String, GraphParts.Initializer> values = new LinkedHashMap<>();
    try (OrtSession session = open(environment);
        OrtSession.Result result = session.run(Map.of())) {
      for (Map.Entry<String, OnnxValue> output : result) {
        OnnxTensor tensor = (OnnxTensor) output.getValue();
        values.put(
            output.getKey(), constant(output.getKey(), size(tensor.getInfo()), bytes(tensor)));
      }
    }
    return values;
  }

  private static ByteBuffer bytes(OnnxTensor tensor) {
    return tensor.getInfo().getNumElements() == 0 ? ByteBuffer.allocate(0) : tensor.getByteBuffer();
  }

  /**
   * @param values little-endian, as ONNX has them
   */
  static GraphParts.Initializer constant(String name, TensorSize size, ByteBuffer values) {
    ProtoWriter tensor = new ProtoWriter();
    size.shape().forEach(length -> tensor.number(1, length));
    tensor.number(2, size.type()).text(8, name).block(9, values);
    return new GraphParts.Initializer(size, ByteBuffer.wrap(tensor.bytes()));
  }

  private static TensorSize size(TensorInfo tensor) {
    return new TensorSize(type(tensor), Arrays.stream(tensor.getShape()).boxed().toList());
  }

  /** ONNX's number of the element type; the Java API counts otherwise. */
  private static int type(TensorInfo tensor) {
    return switch (tensor.onnxType) {
      case ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT -> 1;
      case ONNX_TENSOR_ELEMENT_DATA_TYPE_UINT8 -> 2;
      case ONNX_TENSOR_ELEMENT_DATA_TYPE_INT8 -> 3;
      case ONNX_TENSOR_ELEMENT_DATA_TYPE_UINT16 -> 4;
      case ONNX_TENSOR_ELEMENT_DATA_TYPE_INT16 -> 5;
      case ONNX_TENSOR_ELEMENT_DATA_TYPE_INT32 -> 6;
      case ONNX_TENSOR_ELEMENT_DATA_TYPE_INT64 -> TensorSize.INT64;
      case ONNX_TENSOR_ELEMENT_DATA_TYPE_STRING -> 8;
      case ONNX_TENSOR_ELEMENT_DATA_TYPE_BOOL -> 9;
      case ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT16 -> 10;
      case ONNX_TENSOR_ELEMENT_DATA_TYPE_DOUBLE -> 11;
      case ONNX_TENSOR_ELEMENT_DATA_TYPE_UINT32 -> 12;
      case ONNX_TENSOR_ELEMENT_DATA_TYPE_UINT64 -> 13;
      case ONNX_TENSOR_ELEMENT_DATA_TYPE_COMPLEX64 -> 14;
      case ONNX_TENSOR_ELEMENT_DATA_TYPE_COMPLEX128 -> 15;
      case ONNX_TENSOR_ELEMENT_DATA_TYPE_BFLOAT16 -> 16;
      default -> 0;
    };
  }

  private OrtSession open(OrtEnvironment environment) throws OrtException {
    try (OrtSession.SessionOptions options = new OrtSession.SessionOptions()) {
      options.addConfigEntry("session.load_model_format", "ONNX");
      // optimizations compute what does not depend on inputs
      options.setOptimizationLevel(OrtSession.SessionOptions.OptLevel.NO_OPT);
      options.setIntraOpNumThreads(1);
      return environment.createSession(model(), options);
    }
  }

  private byte[] model() {
    ProtoWriter graph = new ProtoWriter().text(2, "probe");
    constants.values().forEach(constant -> graph.block(5, constant.bytes()));
    inputs.forEach((name, size) -> graph.block(11, input(name, size)));
    for (GraphParts.Node node : nodes) {
      graph.block(1, node.bytes());
      node.outputs().stream()
          .filter(output -> !output.isEmpty())
          .forEach(output -> graph.block(12, new ProtoWriter().text(1, output)));
    }
    return new ProtoWriter(versions).block(7, graph).bytes();
  }

  private static ProtoWriter input(String name, TensorSize size) {
    ProtoWriter shape = new ProtoWriter();
    for (long length : size.shape()) {
      ProtoWriter dimension = new ProtoWriter();
      shape.block(1, length < 0 ? dimension : dimension.number(1, length));
    }
    ProtoWriter tensor = new ProtoWriter().number(1, size.type()).block(2, shape);
    return new ProtoWriter().text(1, name).block(2, new ProtoWriter().block(1, tensor));
  }
}

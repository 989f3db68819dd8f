package org.solrlmtc.training.neural.graph;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import ai.onnx.proto.OnnxMl.TypeProto;
import ai.onnx.proto.OnnxMl.ValueInfoProto;
import com.google.protobuf.ByteString;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.solrlmtc.training.neural.tensor.Matrix;

/**
 * Builds an ONNX graph node by node. Values are named by strings; a branch can use the values of
 * its graph.
 */
public final class GraphBuilder {
  private final GraphProto.Builder graph;

  /** Counter that makes names unique over all branches of a graph, as ONNX requires. */
  private final AtomicInteger names;

  /** Prefix of the names of weights: the namespace of a layer. */
  private final String scope;

  private GraphBuilder(GraphProto.Builder graph, AtomicInteger names, String scope) {
    this.graph = graph;
    this.names = names;
    this.scope = scope;
  }

  public static GraphBuilder named(String name) {
    return new GraphBuilder(GraphProto.newBuilder().setName(name), new AtomicInteger(), "");
  }

  /** A subgraph. */
  public GraphBuilder branch(String name) {
    return new GraphBuilder(GraphProto.newBuilder().setName(name), names, scope);
  }

  /** The same graph, with a layer as further prefix of the names of weights. */
  public GraphBuilder scope(String layer) {
    return new GraphBuilder(graph, names, scope + layer + "/");
  }

  public GraphProto build() {
    return graph.build();
  }

  /** Adds an operation and returns the name of its (first) result. */
  public String node(String operation, List<AttributeProto> attributes, String... inputs) {
    String output = unique(operation);
    graph.addNode(
        NodeProto.newBuilder()
            .setName(output)
            .setOpType(operation)
            .addAllInput(List.of(inputs))
            .addAllAttribute(attributes)
            .addOutput(output));
    return output;
  }

  public String node(String operation, String... inputs) {
    return node(operation, List.of(), inputs);
  }

  /** Adds an operation with two results. */
  public List<String> pair(String operation, List<AttributeProto> attributes, String... inputs) {
    String first = node(operation, attributes, inputs);
    String second = unique(operation);
    graph.getNodeBuilder(graph.getNodeCount() - 1).addOutput(second);
    return List.of(first, second);
  }

  /** Adds an operation with several results. */
  public List<String> results(
      String operation, int count, List<AttributeProto> attributes, String... inputs) {
    List<String> results = new ArrayList<>(List.of(node(operation, attributes, inputs)));
    while (results.size() < count) {
      String further = unique(operation);
      graph.getNodeBuilder(graph.getNodeCount() - 1).addOutput(further);
      results.add(further);
    }
    return results;
  }

  public String floats(String name, float[] values, long... shape) {
    ByteBuffer bytes =
        ByteBuffer.allocate(values.length * Float.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    bytes.asFloatBuffer().put(values);
    return constant(name, TensorProto.DataType.FLOAT, bytes.array(), shape);
  }

  public String scalar(float value) {
    return floats("number", new float[] {value});
  }

  public String matrix(String name, Matrix matrix) {
    return floats(name, matrix.values(), matrix.rows(), matrix.columns());
  }

  public String bytes(String name, TensorProto.DataType type, byte[] values, long... shape) {
    return constant(name, type, values, shape);
  }

  /** A vector of integers. */
  public String longs(long... values) {
    return integers(values, values.length);
  }

  /** A scalar integer. */
  public String whole(long value) {
    return integers(new long[] {value});
  }

  private String integers(long[] values, long... shape) {
    ByteBuffer bytes =
        ByteBuffer.allocate(values.length * Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    bytes.asLongBuffer().put(values);
    return constant("whole", TensorProto.DataType.INT64, bytes.array(), shape);
  }

  private String constant(String name, TensorProto.DataType type, byte[] values, long... shape) {
    String uniqueName = unique(scope + name);
    TensorProto.Builder tensor =
        TensorProto.newBuilder()
            .setName(uniqueName)
            .setDataType(type.getNumber())
            .setRawData(ByteString.copyFrom(values));
    for (long size : shape) {
      tensor.addDims(size);
    }
    graph.addInitializer(tensor);
    return uniqueName;
  }

  /** Declares an input; a size that is not a number is the name of a dynamic dimension. */
  public String input(String name, TensorProto.DataType type, String... shape) {
    graph.addInput(value(name, type, shape));
    return name;
  }

  /** Declares a value as a result of the graph, under its own name. */
  public void output(String name, String value, TensorProto.DataType type, String... shape) {
    graph.addNode(
        NodeProto.newBuilder().setName(name).setOpType("Identity").addInput(value).addOutput(name));
    graph.addOutput(value(name, type, shape));
  }

  private static ValueInfoProto value(String name, TensorProto.DataType type, String... shape) {
    TypeProto.Tensor.Builder tensor = TypeProto.Tensor.newBuilder().setElemType(type.getNumber());
    for (String size : shape) {
      if (size.chars().allMatch(Character::isDigit)) {
        tensor.getShapeBuilder().addDimBuilder().setDimValue(Long.parseLong(size));
      } else {
        tensor.getShapeBuilder().addDimBuilder().setDimParam(size);
      }
    }
    return ValueInfoProto.newBuilder()
        .setName(name)
        .setType(TypeProto.newBuilder().setTensorType(tensor))
        .build();
  }

  private String unique(String name) {
    return name + "_" + names.incrementAndGet();
  }

  public static AttributeProto attribute(String name, long value) {
    return AttributeProto.newBuilder()
        .setName(name)
        .setType(AttributeProto.AttributeType.INT)
        .setI(value)
        .build();
  }

  public static AttributeProto attribute(String name, long... values) {
    AttributeProto.Builder attribute =
        AttributeProto.newBuilder().setName(name).setType(AttributeProto.AttributeType.INTS);
    for (long value : values) {
      attribute.addInts(value);
    }
    return attribute.build();
  }

  public static AttributeProto attribute(String name, float value) {
    return AttributeProto.newBuilder()
        .setName(name)
        .setType(AttributeProto.AttributeType.FLOAT)
        .setF(value)
        .build();
  }

  public static AttributeProto attribute(String name, String value) {
    return AttributeProto.newBuilder()
        .setName(name)
        .setType(AttributeProto.AttributeType.STRING)
        .setS(ByteString.copyFromUtf8(value))
        .build();
  }

  public static AttributeProto attribute(String name, GraphProto value) {
    return AttributeProto.newBuilder()
        .setName(name)
        .setType(AttributeProto.AttributeType.GRAPH)
        .setG(value)
        .build();
  }
}

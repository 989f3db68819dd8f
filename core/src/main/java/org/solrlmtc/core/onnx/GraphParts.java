package org.solrlmtc.core.onnx;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The parts of an ONNX graph that determine the sizes of its tensors.
 *
 * @param nodes in the order of the file, which is an order of computation
 * @param initializers the constants, by name
 * @param inputs the shapes as declared, by name; an unknown size is -1
 * @param outputs the names of its results
 */
record GraphParts(
    List<Node> nodes,
    Map<String, Initializer> initializers,
    Map<String, TensorSize> inputs,
    List<String> outputs) {

  /**
   * @param bytes the whole message
   * @param attributes the number of its attributes
   * @param branches the graphs in its attributes
   */
  record Node(
      String operator,
      List<String> inputs,
      List<String> outputs,
      ByteBuffer bytes,
      int attributes,
      List<GraphParts> branches) {

    /** Whether it returns the whole shape of its input. */
    boolean isPlainShape() {
      return operator.equals("Shape")
          && attributes == 0
          && inputs.size() == 1
          && outputs.size() == 1;
    }
  }

  /**
   * @param bytes the whole message
   */
  record Initializer(TensorSize size, ByteBuffer bytes) {}

  /**
   * Reads the graph of a checked file. Parts of one graph may be in several blocks, as protocol
   * buffers permit: they are merged, as the runtime does.
   */
  static GraphParts ofModel(ByteBuffer model) {
    List<ByteBuffer> blocks = new ArrayList<>();
    ProtoFields.forEach(
        model.duplicate(),
        (field, block) -> {
          if (field == 7) {
            blocks.add(block);
          }
        });
    return of(blocks);
  }

  private static GraphParts of(List<ByteBuffer> blocks) {
    GraphParts graph =
        new GraphParts(
            new ArrayList<>(), new LinkedHashMap<>(), new LinkedHashMap<>(), new ArrayList<>());
    for (ByteBuffer part : blocks) {
      ProtoFields.forEach(
          part.duplicate(),
          (field, block) -> {
            switch (field) {
              case 1 -> graph.nodes.add(node(block));
              case 5 -> graph.addInitializer(block);
              case 11 -> graph.addInput(block);
              case 12 -> graph.addOutput(block);
              default -> {}
            }
          });
    }
    return graph;
  }

  private static Node node(ByteBuffer bytes) {
    String[] operator = {""};
    int[] attributes = {0};
    List<String> inputs = new ArrayList<>();
    List<String> outputs = new ArrayList<>();
    List<GraphParts> branches = new ArrayList<>();
    ProtoFields.forEach(
        bytes.duplicate(),
        (field, block) -> {
          switch (field) {
            case 1 -> inputs.add(text(block));
            case 2 -> outputs.add(text(block));
            case 4 -> operator[0] = text(block);
            case 5 -> {
              attributes[0]++;
              addBranches(block, branches);
            }
            default -> {}
          }
        });
    return new Node(operator[0], inputs, outputs, bytes, attributes[0], branches);
  }

  private static void addBranches(ByteBuffer attribute, List<GraphParts> branches) {
    List<ByteBuffer> single = new ArrayList<>();
    ProtoFields.forEach(
        attribute.duplicate(),
        (field, block) -> {
          if (field == 6) {
            single.add(block);
          } else if (field == 11) {
            branches.add(of(List.of(block)));
          }
        });
    if (!single.isEmpty()) {
      branches.add(of(single));
    }
  }

  private void addInitializer(ByteBuffer bytes) {
    String[] name = {""};
    int[] type = {0};
    List<Long> dims = new ArrayList<>();
    ProtoFields.forEach(
        bytes.duplicate(),
        new ProtoFields.Visitor() {
          @Override
          public void block(int field, ByteBuffer block) {
            if (field == 8) {
              name[0] = text(block);
            } else if (field == 1) {
              while (block.hasRemaining()) {
                dims.add(ProtoFields.varint(block));
              }
            }
          }

          @Override
          public void number(int field, long value) {
            if (field == 1) {
              dims.add(value);
            } else if (field == 2) {
              type[0] = (int) value;
            }
          }
        });
    initializers.put(name[0], new Initializer(new TensorSize(type[0], dims), bytes));
  }

  private void addInput(ByteBuffer bytes) {
    String[] name = {""};
    int[] type = {0};
    List<Long> dims = new ArrayList<>();
    ProtoFields.forEach(
        bytes.duplicate(),
        (field, block) -> {
          if (field == 1) {
            name[0] = text(block);
          } else if (field == 2) {
            ProtoFields.forEach(block, (kind, tensor) -> readType(tensor, type, dims));
          }
        });
    inputs.put(name[0], new TensorSize(type[0], dims));
  }

  private void addOutput(ByteBuffer bytes) {
    ProtoFields.forEach(
        bytes.duplicate(),
        (field, block) -> {
          if (field == 1) {
            outputs.add(text(block));
          }
        });
  }

  private static void readType(ByteBuffer tensor, int[] type, List<Long> dims) {
    ProtoFields.forEach(
        tensor,
        new ProtoFields.Visitor() {
          @Override
          public void block(int field, ByteBuffer shape) {
            ProtoFields.forEach(shape, (part, dim) -> dims.add(dimension(dim).orElse(-1L)));
          }

          @Override
          public void number(int field, long value) {
            type[0] = (int) value;
          }
        });
  }

  private static Optional<Long> dimension(ByteBuffer dim) {
    List<Long> values = new ArrayList<>();
    ProtoFields.forEach(
        dim,
        new ProtoFields.Visitor() {
          @Override
          public void block(int field, ByteBuffer name) {}

          @Override
          public void number(int field, long value) {
            values.add(value);
          }
        });
    return values.isEmpty() ? Optional.empty() : Optional.of(values.get(values.size() - 1));
  }

  private static String text(ByteBuffer block) {
    return StandardCharsets.UTF_8.decode(block.duplicate()).toString();
  }
}

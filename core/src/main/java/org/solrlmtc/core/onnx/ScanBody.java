package org.solrlmtc.core.onnx;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The sizes that the body of the operator {@code Scan} reads: states as they are, and one step of
 * each sequence.
 */
final class ScanBody {
  static final String OPERATOR = "Scan";

  /** The body and the number of sequences; others change the axes. */
  private static final int PLAIN_ATTRIBUTES = 2;

  /** A sequence without content takes no memory, but time. */
  private static final long MAX_STEPS = 1_000_000;

  private ScanBody() {}

  static boolean isScan(GraphParts.Node node) {
    return node.operator().equals(OPERATOR);
  }

  /** The sizes by name; none of another operator, or if they are not known. */
  static Map<String, TensorSize> inputs(
      GraphParts.Node node, GraphParts body, Map<String, TensorSize> tensors) {
    List<String> names = new ArrayList<>(body.inputs().keySet());
    long sequences = isScan(node) ? sequences(node) : 0;
    if (sequences < 1
        || node.attributes() != PLAIN_ATTRIBUTES
        || names.size() != node.inputs().size()) {
      return Map.of();
    }
    Map<String, TensorSize> sizes = new HashMap<>();
    for (int i = 0; i < names.size(); i++) {
      TensorSize size = tensors.get(node.inputs().get(i));
      boolean sequence = i >= names.size() - sequences;
      if (size == null
          || !size.isKnown()
          || sequence && (size.shape().isEmpty() || size.shape().get(0) > MAX_STEPS)) {
        return Map.of();
      }
      sizes.put(
          names.get(i),
          sequence
              ? new TensorSize(size.type(), size.shape().subList(1, size.shape().size()))
              : size);
    }
    return sizes;
  }

  private static long sequences(GraphParts.Node node) {
    long[] found = {0};
    ProtoFields.forEach(
        node.bytes().duplicate(),
        (field, block) -> {
          if (field == 5) {
            String[] name = {""};
            long[] value = {0};
            ProtoFields.forEach(
                block.duplicate(),
                new ProtoFields.Visitor() {
                  @Override
                  public void block(int part, ByteBuffer bytes) {
                    if (part == 1) {
                      name[0] = StandardCharsets.UTF_8.decode(bytes.duplicate()).toString();
                    }
                  }

                  @Override
                  public void number(int part, long number) {
                    if (part == 3) {
                      value[0] = number;
                    }
                  }
                });
            if (name[0].equals("num_scan_inputs")) {
              found[0] = value[0];
            }
          }
        });
    return found[0];
  }
}

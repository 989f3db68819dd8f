package org.solrlmtc.core.onnx;

import ai.onnxruntime.OrtException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The memory that the tensors of a graph take at once when it is computed: those that later nodes
 * still need, and all that do not depend on its inputs, which the runtime computes at opening and
 * keeps. The weights of the file, and what an operator needs only while it computes, are not
 * counted.
 */
final class MemoryEstimate {
  private final ShapeInference shapes;

  MemoryEstimate(ShapeInference shapes) {
    this.shapes = shapes;
  }

  /** The size of a tensor cannot be known before the network is run. */
  static final class UnknownSizeException extends Exception {
    private static final long serialVersionUID = 1L;

    UnknownSizeException(String message) {
      super(message);
    }
  }

  /**
   * @param inputs the inputs of the graph, all sizes known
   */
  long bytes(GraphParts graph, Map<String, TensorSize> inputs)
      throws OrtException, UnknownSizeException {
    return bytes(graph, new Scope(inputs, Map.of(), Set.of()));
  }

  /**
   * What a graph can read of those around it.
   *
   * @param fixed the tensors that depend on no input
   */
  private record Scope(
      Map<String, TensorSize> tensors,
      Map<String, GraphParts.Initializer> constants,
      Set<String> fixed) {}

  private long bytes(GraphParts graph, Scope outside) throws OrtException, UnknownSizeException {
    ShapeInference.Inferred found = shapes.infer(graph, outside.tensors, outside.constants);
    Map<String, TensorSize> inferred = found.sizes();
    Map<String, TensorSize> tensors = new LinkedHashMap<>(outside.tensors);
    graph.initializers().forEach((name, constant) -> tensors.put(name, constant.size()));
    tensors.putAll(inferred);
    Set<String> fixed = new HashSet<>(outside.fixed);
    fixed.addAll(graph.initializers().keySet());
    Map<String, Integer> lastUse = lastUses(graph);
    Map<String, Long> live = new HashMap<>();
    double sum = 0;
    double most = 0;
    for (int i = 0; i < graph.nodes().size(); i++) {
      GraphParts.Node node = graph.nodes().get(i);
      long branches = 0;
      for (GraphParts branch : node.branches()) {
        Map<String, TensorSize> read = new LinkedHashMap<>(tensors);
        Map<String, TensorSize> scanned = ScanBody.inputs(node, branch, tensors);
        if (ScanBody.isScan(node) && scanned.isEmpty()) {
          throw new UnknownSizeException("what a step reads (operator Scan)");
        }
        read.putAll(scanned);
        branches = Math.max(branches, bytes(branch, new Scope(read, found.constants(), fixed)));
      }
      if (node.branches().isEmpty() && fixed.containsAll(withoutEmpty(node.inputs()))) {
        fixed.addAll(node.outputs());
      }
      for (String name : withoutEmpty(node.outputs())) {
        live.put(name, size(node, name, inferred.get(name)));
        sum += live.get(name);
      }
      most = Math.max(most, sum + branches);
      Set<String> ended = reads(node);
      ended.addAll(node.outputs());
      for (String name : ended) {
        if (live.containsKey(name)
            && !fixed.contains(name)
            && !graph.outputs().contains(name)
            && lastUse.getOrDefault(name, i) <= i) {
          sum -= live.get(name);
        }
      }
    }
    return (long) most;
  }

  private static long size(GraphParts.Node node, String output, TensorSize inferred)
      throws UnknownSizeException {
    if (inferred == null || !inferred.isKnown()) {
      throw new UnknownSizeException("'" + output + "' (operator " + node.operator() + ")");
    }
    return inferred.bytes();
  }

  private static List<String> withoutEmpty(List<String> names) {
    return names.stream().filter(name -> !name.isEmpty()).toList();
  }

  /** The last node that reads a tensor, by name; a branch reads when its node does. */
  private static Map<String, Integer> lastUses(GraphParts graph) {
    Map<String, Integer> last = new HashMap<>();
    for (int i = 0; i < graph.nodes().size(); i++) {
      for (String input : reads(graph.nodes().get(i))) {
        last.put(input, i);
      }
    }
    return last;
  }

  private static Set<String> reads(GraphParts.Node node) {
    Set<String> reads = new HashSet<>(node.inputs());
    for (GraphParts branch : node.branches()) {
      branch.nodes().forEach(inner -> reads.addAll(reads(inner)));
    }
    return reads;
  }
}

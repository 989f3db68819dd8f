package org.solrlmtc.core.onnx;

import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Finds the sizes of all tensors of a graph whose inputs have fixed sizes, without computing any of
 * its large tensors. ONNX Runtime infers them. Where a size depends on computed numbers, such as
 * the amount of padding, these are computed first: only from constants and from sizes that are
 * known already, and only if they are few.
 */
final class ShapeInference {
  /** Larger constants are weights: their values do not determine sizes. */
  private static final int MAX_CONSTANT_BYTES = 4096;

  /** Each round follows one more size that depends on computed numbers. */
  private static final int MAX_ROUNDS = 100;

  private final OrtEnvironment environment;
  private final byte[] versions;

  ShapeInference(OrtEnvironment environment, ByteBuffer model) {
    this.environment = environment;
    this.versions = ProbeGraph.versions(model);
  }

  /**
   * @param sizes of the tensors that nodes compute, by name; missing if nothing is known
   * @param constants the small tensors whose values are known, by name
   */
  record Inferred(Map<String, TensorSize> sizes, Map<String, GraphParts.Initializer> constants) {}

  /**
   * @param outside the tensors that the graph reads: its inputs, and those of the graph around it
   * @param outsideConstants the tensors of the graph around it whose values are known
   */
  Inferred infer(
      GraphParts graph,
      Map<String, TensorSize> outside,
      Map<String, GraphParts.Initializer> outsideConstants)
      throws OrtException {
    Map<String, TensorSize> inputs = new LinkedHashMap<>(outside);
    Map<String, GraphParts.Initializer> constants = new LinkedHashMap<>(outsideConstants);
    graph
        .initializers()
        .forEach(
            (name, constant) -> {
              if (constant.bytes().remaining() <= MAX_CONSTANT_BYTES) {
                constants.put(name, constant);
              } else {
                inputs.put(name, constant.size());
              }
            });
    boolean hasBranches = graph.nodes().stream().anyMatch(node -> !node.branches().isEmpty());
    for (int round = 0; ; round++) {
      Map<String, TensorSize> sizes = sizes(graph, inputs, constants);
      boolean complete =
          graph.nodes().stream()
              .flatMap(node -> node.outputs().stream())
              .allMatch(name -> name.isEmpty() || isKnown(sizes.get(name)));
      // a branch may need numbers that this graph does not need itself
      boolean needsMore = !complete || hasBranches;
      if (!needsMore
          || round == MAX_ROUNDS
          || !addConstants(graph, inputs, sizes, constants)
              && (complete || !addBranches(graph, inputs, sizes, constants))) {
        return new Inferred(sizes, constants);
      }
    }
  }

  private static boolean isKnown(TensorSize size) {
    return size != null && size.isKnown();
  }

  private Map<String, TensorSize> sizes(
      GraphParts graph,
      Map<String, TensorSize> inputs,
      Map<String, GraphParts.Initializer> constants)
      throws OrtException {
    List<GraphParts.Node> nodes =
        graph.nodes().stream()
            .filter(node -> !areKnown(node.outputs(), constants))
            .filter(node -> !inputs.keySet().containsAll(node.outputs()))
            .toList();
    Map<String, TensorSize> read = new LinkedHashMap<>(inputs);
    constants.keySet().forEach(read::remove);
    Map<String, TensorSize> sizes = new HashMap<>();
    graph
        .nodes()
        .forEach(
            node ->
                node.outputs()
                    .forEach(
                        name -> {
                          if (constants.containsKey(name)) {
                            sizes.put(name, constants.get(name).size());
                          } else if (inputs.containsKey(name)) {
                            sizes.put(name, inputs.get(name));
                          }
                        }));
    if (!nodes.isEmpty()) {
      sizes.putAll(new ProbeGraph(versions, nodes, read, constants).sizes(environment));
    }
    return sizes;
  }

  private static boolean areKnown(
      List<String> names, Map<String, GraphParts.Initializer> constants) {
    return names.stream().allMatch(name -> name.isEmpty() || constants.containsKey(name));
  }

  /** Adds the values of small tensors that depend on constants and known sizes only. */
  private boolean addConstants(
      GraphParts graph,
      Map<String, TensorSize> inputs,
      Map<String, TensorSize> sizes,
      Map<String, GraphParts.Initializer> constants)
      throws OrtException {
    int before = constants.size();
    Set<String> computable = new HashSet<>();
    List<GraphParts.Node> nodes = new ArrayList<>();
    for (GraphParts.Node node : graph.nodes()) {
      if (areKnown(node.outputs(), constants)) {
        continue;
      }
      if (node.isPlainShape()) {
        String read = node.inputs().get(0);
        TensorSize size = sizes.getOrDefault(read, inputs.get(read));
        if (isKnown(size)) {
          constants.put(node.outputs().get(0), shape(node.outputs().get(0), size));
        }
      } else if (node.branches().isEmpty()
          && node.inputs().stream()
              .allMatch(
                  name ->
                      name.isEmpty() || constants.containsKey(name) || computable.contains(name))
          && node.outputs().stream().allMatch(name -> name.isEmpty() || isSmall(sizes.get(name)))) {
        computable.addAll(node.outputs());
        nodes.add(node);
      }
    }
    if (!nodes.isEmpty()) {
      constants.putAll(new ProbeGraph(versions, nodes, Map.of(), constants).values(environment));
    }
    return constants.size() > before;
  }

  /** Adds the results of branches to the inputs: what follows can then be inferred. */
  private boolean addBranches(
      GraphParts graph,
      Map<String, TensorSize> inputs,
      Map<String, TensorSize> sizes,
      Map<String, GraphParts.Initializer> constants)
      throws OrtException {
    Map<String, TensorSize> known = new LinkedHashMap<>(inputs);
    known.putAll(sizes);
    known.values().removeIf(size -> !size.isKnown());
    for (GraphParts.Node node : graph.nodes()) {
      if (!node.branches().isEmpty()
          && !ScanBody.isScan(node)
          && !inputs.keySet().containsAll(node.outputs())) {
        List<TensorSize> results = results(node, known, constants);
        if (results.size() == node.outputs().size()) {
          for (int i = 0; i < results.size(); i++) {
            inputs.put(node.outputs().get(i), results.get(i));
          }
          return true;
        }
      }
    }
    return false;
  }

  /** The results of a node with branches; none if they are not known. */
  private List<TensorSize> results(
      GraphParts.Node node,
      Map<String, TensorSize> known,
      Map<String, GraphParts.Initializer> constants)
      throws OrtException {
    List<TensorSize> results = new ArrayList<>();
    for (GraphParts branch : node.branches()) {
      Map<String, TensorSize> sizes = new HashMap<>(known);
      branch.initializers().forEach((name, constant) -> sizes.put(name, constant.size()));
      sizes.putAll(infer(branch, known, constants).sizes);
      for (int i = 0; i < branch.outputs().size(); i++) {
        TensorSize size = sizes.get(branch.outputs().get(i));
        if (!isKnown(size) || i < results.size() && !size.hasFormOf(results.get(i))) {
          return List.of();
        }
        if (i < results.size()) {
          results.set(i, size.max(results.get(i)));
        } else {
          results.add(size);
        }
      }
    }
    return results;
  }

  private static boolean isSmall(TensorSize size) {
    return isKnown(size) && size.isNumeric() && size.bytes() <= MAX_CONSTANT_BYTES;
  }

  /** What the operator Shape returns. */
  private static GraphParts.Initializer shape(String name, TensorSize size) {
    ByteBuffer values =
        ByteBuffer.allocate(size.shape().size() * Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    size.shape().forEach(values::putLong);
    return ProbeGraph.constant(
        name, new TensorSize(TensorSize.INT64, List.of((long) size.shape().size())), values.flip());
  }
}

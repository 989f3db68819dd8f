package org.solrlmtc.core.onnx;

import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.solrlmtc.core.bundle.BundleException;

/**
 * Refuses a network that would take too much memory off the Java heap, before ONNX Runtime opens
 * it. The runtime has no such limit: it takes what a network asks for, until the system ends the
 * process.
 *
 * @param signature of the network
 * @param columns number of its output columns
 * @param tokens maximum number of tokens of a text
 * @param sections maximum number of sections of a text
 * @param idsPerToken number of ids per token
 */
record MemoryCheck(
    Path file,
    NetworkSignature signature,
    Optional<LabelVectors> labelVectors,
    int columns,
    int tokens,
    int sections,
    int idsPerToken) {

  /**
   * @throws BundleException naming the file when the largest batches would take too much, or when
   *     that cannot be known
   */
  void check(ByteBuffer content, OrtEnvironment environment, OnnxOptions options) {
    if (options.maxMegabytes() == 0) {
      return;
    }
    GraphParts graph;
    try {
      graph = GraphParts.ofModel(content);
    } catch (ProtoFields.DamagedException e) {
      throw OnnxFile.damaged(file, e);
    }
    MemoryEstimate estimate = new MemoryEstimate(new ShapeInference(environment, content));
    check(graph, estimate, options, 1, tokens);
    String device = options.mayUseGpu() ? "cuda" : "cpu";
    int batch = options.batchSizeOn(device);
    check(graph, estimate, options, batch, OnnxScorer.maxTokens(device, batch, tokens));
  }

  private void check(
      GraphParts graph, MemoryEstimate estimate, OnnxOptions options, int batch, int length) {
    long bytes;
    try {
      bytes = estimate.bytes(graph, inputs(graph, batch, length));
    } catch (OrtException e) {
      throw new BundleException(
          file + " cannot be run: " + OnnxRuntime.firstLine(e) + "; copy the bundle again", e);
    } catch (MemoryEstimate.UnknownSizeException e) {
      throw new BundleException(
          file
              + " takes an amount of memory that is not known before it runs: the size of "
              + e.getMessage()
              + " depends on more than the sizes of the inputs. Such a model is not run; export it"
              + " otherwise, or set the system property "
              + OnnxOptions.MAX_MEGABYTES.name()
              + " to 0, for no limit",
          e);
    }
    if (bytes >> 20 > options.maxMegabytes()) {
      throw new BundleException(
          file
              + " takes "
              + (bytes >> 20)
              + " MB of memory for a batch of "
              + batch
              + " texts with "
              + length
              + " tokens, and the system property "
              + OnnxOptions.MAX_MEGABYTES.name()
              + " allows "
              + options.maxMegabytes()
              + ": use a smaller model or a smaller maximum sequence length, or raise the"
              + " property");
    }
  }

  /** The declared sizes; where there is none, those of a batch. */
  private Map<String, TensorSize> inputs(GraphParts graph, int batch, int length) {
    Map<String, TensorSize> inputs = new LinkedHashMap<>();
    graph
        .inputs()
        .forEach(
            (name, declared) -> {
              List<Long> fed =
                  signature.inputs().stream()
                      .filter(input -> input.name().equals(name))
                      .findFirst()
                      .map(input -> fed(input.source(), batch, length))
                      .orElse(List.of());
              List<Long> shape = new ArrayList<>();
              for (int i = 0; i < declared.shape().size(); i++) {
                long size = declared.shape().get(i);
                shape.add(size >= 0 ? size : i < fed.size() ? fed.get(i) : 1);
              }
              inputs.put(name, new TensorSize(declared.type(), shape));
            });
    return inputs;
  }

  private List<Long> fed(InputSource source, long batch, long length) {
    return switch (source) {
      case TOKEN_IDS -> List.of(batch, length, (long) idsPerToken);
      case LENGTHS -> List.of(batch);
      case MASK -> List.of(batch, length);
      case SECTION_LENGTHS -> List.of(batch, Math.min(length, sections));
      case CANDIDATES -> List.of(batch, (long) columns);
      case LABEL_VECTORS ->
          List.of((long) columns, (long) labelVectors.map(LabelVectors::dimension).orElse(1));
    };
  }
}

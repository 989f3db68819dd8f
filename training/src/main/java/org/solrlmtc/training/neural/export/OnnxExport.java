package org.solrlmtc.training.neural.export;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.solrlmtc.core.bundle.BundleWriter;
import org.solrlmtc.core.decide.DecisionRule;
import org.solrlmtc.core.onnx.DescriptorVectors;
import org.solrlmtc.core.onnx.LabelVectors;
import org.solrlmtc.core.onnx.OnnxScorer;
import org.solrlmtc.core.onnx.OnnxScorerProvider;
import org.solrlmtc.core.text.Tokenizer;
import org.solrlmtc.training.execution.TrainingException;
import org.solrlmtc.training.neural.graph.Precision;
import org.solrlmtc.training.neural.layer.NetworkWeights;
import org.solrlmtc.training.neural.tensor.Matrix;

/**
 * Writes a trained network to a bundle.
 *
 * @param precision how weights are stored
 * @param concepts the concept of each output of the network
 * @param tokenizer how acts become tokens; the rows of the embedding are its vocabulary
 * @param provenance for the metadata of the ONNX file
 */
public record OnnxExport(
    Precision precision,
    List<String> concepts,
    Tokenizer tokenizer,
    Map<String, String> provenance) {
  /** Metadata: the precision of the weights. */
  static final String PRECISION = "precision";

  /**
   * Writes the network's files and checks them by scoring texts through the bundle and comparing
   * with the reference computation.
   *
   * @return the settings for the manifest, complete
   * @throws TrainingException when the written network does not agree with the weights
   */
  public Map<String, Object> write(NetworkWeights weights, BundleWriter bundle) throws IOException {
    int vocabulary = weights.embedding().vocabularySize();
    if (vocabulary != tokenizer.vocabularySize() || weights.head().labels() != concepts.size()) {
      throw new TrainingException(
          "a network with the vocabulary size "
              + vocabulary
              + " and "
              + weights.head().labels()
              + " labels cannot be written with the vocabulary size "
              + tokenizer.vocabularySize()
              + " and "
              + concepts.size()
              + " concepts");
    }
    tokenizer.write(bundle::file);
    OnnxScorerProvider.writeOutputs(concepts, bundle);
    Map<String, String> metadata = new TreeMap<>(provenance);
    if (weights.head().labelVectors().isEmpty()) {
      metadata.putAll(OnnxScorerProvider.metadata(concepts));
    }
    metadata.put(PRECISION, precision.key());
    NetworkGraph graph = NetworkGraph.of(weights, precision, metadata);
    try (OutputStream out =
        new BufferedOutputStream(Files.newOutputStream(bundle.file(OnnxScorerProvider.MODEL)))) {
      graph.model().writeTo(out);
    }
    Optional<Matrix> labelVectors = weights.head().labelVectors();
    if (labelVectors.isPresent()) {
      LabelVectors.write(rows(labelVectors.get()), bundle.file(LabelVectors.FILE));
    }
    Optional<DescriptorVectors> descriptors = weights.head().descriptorVectors();
    if (descriptors.isPresent()) {
      descriptors.get().write(bundle.file(DescriptorVectors.FILE));
    }
    Map<String, Object> settings = OnnxScorerProvider.settings(tokenizer, graph.signature());
    try (OnnxScorer scorer =
        new OnnxScorerProvider()
            .open(
                bundle.preview(
                    "draft", OnnxScorerProvider.METHOD, settings, DecisionRule.above(0.5)))) {
      new ExportCheck(concepts, tokenizer, precision)
          .check(weights, scorer, bundle.file(OnnxScorerProvider.MODEL));
    }
    return settings;
  }

  private static float[][] rows(Matrix matrix) {
    float[][] rows = new float[matrix.rows()][];
    for (int row = 0; row < rows.length; row++) {
      int start = row * matrix.columns();
      rows[row] = Arrays.copyOfRange(matrix.values(), start, start + matrix.columns());
    }
    return rows;
  }
}

package org.solrlmtc.training.neural.export;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.solrlmtc.core.bundle.BundleWriter;
import org.solrlmtc.core.onnx.OnnxModel;
import org.solrlmtc.core.onnx.OnnxScorer;
import org.solrlmtc.core.score.DecisionRule;
import org.solrlmtc.core.text.TextPipeline;
import org.solrlmtc.core.text.TokenSettings;
import org.solrlmtc.core.text.WordList;
import org.solrlmtc.training.TrainingException;
import org.solrlmtc.training.neural.graph.Precision;
import org.solrlmtc.training.neural.layer.NetworkWeights;

/**
 * Puts a trained network into a bundle.
 *
 * @param precision how weights are stored
 * @param concepts the concept of each output of the network
 * @param words the vocabulary: the rows of the embedding
 * @param tokens how acts become words
 * @param provenance for the metadata of the ONNX file
 */
public record OnnxExport(
    Precision precision,
    List<String> concepts,
    WordList words,
    TokenSettings tokens,
    Map<String, String> provenance) {
  /** Metadata: the precision of the weights. */
  static final String PRECISION = "precision";

  /**
   * Writes the network's files and checks them by scoring texts through the bundle and comparing
   * with the reference of the weights.
   *
   * @return the settings for the manifest, complete
   * @throws TrainingException when the written network computes something else than the weights say
   */
  public Map<String, Object> write(NetworkWeights weights, BundleWriter bundle) throws IOException {
    int vocabulary = weights.embedding().vocabularySize();
    if (vocabulary != words.size() || weights.head().labels() != concepts.size()) {
      throw new TrainingException(
          "a network of "
              + vocabulary
              + " words and "
              + weights.head().labels()
              + " labels cannot be written with "
              + words.size()
              + " words and "
              + concepts.size()
              + " concepts");
    }
    words.write(bundle.file(OnnxModel.WORDS));
    OnnxModel.writeOutputs(concepts, bundle);
    Map<String, String> metadata = new TreeMap<>(provenance);
    metadata.putAll(OnnxModel.metadata(concepts));
    metadata.put(PRECISION, precision.key());
    NetworkGraph graph = NetworkGraph.of(weights, precision, metadata);
    try (OutputStream out =
        new BufferedOutputStream(Files.newOutputStream(bundle.file(OnnxModel.MODEL)))) {
      graph.model().writeTo(out);
    }
    Map<String, Object> settings = tokens.toMap();
    try (OnnxScorer scorer =
        new OnnxModel()
            .open(
                bundle.preview("draft", OnnxModel.METHOD, settings, DecisionRule.above(0.5)))) {
      new ExportCheck(concepts, words, new TextPipeline(tokens, words), precision)
          .check(weights, scorer, bundle.file(OnnxModel.MODEL));
    }
    return settings;
  }
}

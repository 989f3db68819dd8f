package org.solrlmtc.training.neural.onnx;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.core.bundle.BundleWriter;
import org.solrlmtc.core.bundle.ModelBundle;
import org.solrlmtc.core.decide.DecisionRule;
import org.solrlmtc.core.onnx.OnnxScorer;
import org.solrlmtc.core.onnx.OnnxScorerProvider;
import org.solrlmtc.core.score.LabelScores;
import org.solrlmtc.core.score.ScoredLabel;
import org.solrlmtc.core.text.Tokenizer;
import org.solrlmtc.core.text.WordTokenizer;
import org.solrlmtc.core.text.WordVocabulary;
import org.solrlmtc.training.execution.TrainingException;
import org.solrlmtc.training.neural.weights.NetworkWeights;

/**
 * Puts a trained network into a bundle.
 *
 * @param precision how numbers are stored
 * @param concepts the concept that each label of the network is, in its order
 * @param tokenizer how acts become words; what the rows of the embedding are
 * @param provenance what the ONNX file tells of where it comes from
 */
public record OnnxExport(
    Precision precision,
    List<String> concepts,
    WordTokenizer tokenizer,
    Map<String, String> provenance) {
  /** Metadata: how the file's numbers are stored. */
  static final String PRECISION = "precision";

  private static final List<Integer> PROBE_LENGTHS = List.of(1, 7, 40);
  private static final double CLOSE = 1e-3;

  /** Bytes are coarse: this finds wrong graphs, not lost quality, which is measured later. */
  private static final double CLOSE_IN_BYTES = 0.3;

  /**
   * Writes the network of a bundle into another one, with its numbers stored in another way.
   *
   * @return the settings for the manifest, complete
   * @throws TrainingException when the bundle's numbers are not as they were trained
   */
  public static Map<String, Object> convert(
      ModelBundle from, Precision precision, BundleWriter bundle) throws IOException {
    OnnxReader reader = OnnxReader.open(from.file(OnnxScorerProvider.MODEL));
    return new OnnxExport(
            precision, OnnxScorerProvider.readOutputs(from), wordTokenizer(from), reader.metadata())
        .write(reader.weights(), bundle);
  }

  /**
   * Writes the network's files and checks them by scoring texts through the bundle and comparing
   * with {@link ReferenceNetwork}.
   *
   * @return the settings for the manifest, complete
   * @throws TrainingException when the written network computes something else than the weights say
   */
  public Map<String, Object> write(NetworkWeights weights, BundleWriter bundle) throws IOException {
    WordVocabulary words = tokenizer.vocabulary();
    if (weights.embedding().rows() != words.size() || weights.head().labels() != concepts.size()) {
      throw new TrainingException(
          "a network of "
              + weights.embedding().rows()
              + " words and "
              + weights.head().labels()
              + " labels cannot be written with "
              + words.size()
              + " words and "
              + concepts.size()
              + " concepts");
    }
    tokenizer.write(bundle::file);
    OnnxScorerProvider.writeOutputs(concepts, bundle);
    Map<String, String> metadata = new TreeMap<>(provenance);
    metadata.putAll(OnnxScorerProvider.metadata(concepts));
    metadata.put(PRECISION, precision.key());
    try (OutputStream out =
        new BufferedOutputStream(Files.newOutputStream(bundle.file(OnnxScorerProvider.MODEL)))) {
      OnnxWriter.draw(weights, precision, metadata).writeTo(out);
    }
    Map<String, Object> settings =
        OnnxScorerProvider.settings(tokenizer, OnnxWriter.signature(weights));
    check(weights, settings, bundle);
    return settings;
  }

  private static WordTokenizer wordTokenizer(ModelBundle bundle) {
    Tokenizer tokenizer = OnnxScorerProvider.tokenizer(bundle);
    if (tokenizer instanceof WordTokenizer words) {
      return words;
    }
    throw new TrainingException(
        "the network of the bundle '"
            + bundle.manifest().name()
            + "' reads "
            + tokenizer.type()
            + ", not words: train it again with the wanted precision");
  }

  private void check(NetworkWeights weights, Map<String, Object> settings, BundleWriter bundle)
      throws IOException {
    List<LegalAct> probes = probes();
    ReferenceNetwork reference = new ReferenceNetwork(weights);
    double largest = 0;
    try (OnnxScorer scorer =
        new OnnxScorerProvider()
            .open(
                bundle.preview(
                    "draft", OnnxScorerProvider.METHOD, settings, DecisionRule.above(0.5)))) {
      List<LabelScores> scores = scorer.score(probes);
      for (int i = 0; i < probes.size(); i++) {
        int[] ids = tokenizer.tokenize(probes.get(i)).ids();
        if (ids.length > 0) {
          double[] expected = reference.probabilities(ids);
          largest = Math.max(largest, difference(scores.get(i), expected));
        }
      }
    }
    if (!(largest <= (precision == Precision.FP32 ? CLOSE : CLOSE_IN_BYTES))) {
      throw new TrainingException(
          bundle.file(OnnxScorerProvider.MODEL)
              + " gives probabilities that differ by "
              + largest
              + " from the trained network's: the ONNX writer does not draw this network");
    }
  }

  private List<LegalAct> probes() {
    WordVocabulary words = tokenizer.vocabulary();
    Random random = new Random(1);
    return PROBE_LENGTHS.stream()
        .map(
            length ->
                LegalAct.ofText(
                    "probe",
                    IntStream.range(0, length)
                        .mapToObj(i -> words.words().get(random.nextInt(words.words().size())))
                        .collect(Collectors.joining(" "))))
        .collect(Collectors.toList());
  }

  private double difference(LabelScores scores, double[] expected) {
    Map<String, Float> found =
        scores.top(expected.length).stream()
            .collect(Collectors.toMap(ScoredLabel::id, ScoredLabel::score));
    double largest = 0;
    for (int label = 0; label < expected.length; label++) {
      float score = found.getOrDefault(concepts.get(label), 0f);
      largest = Math.max(largest, Math.abs(score - expected[label]));
    }
    return largest;
  }
}

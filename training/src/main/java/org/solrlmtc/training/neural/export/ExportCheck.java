package org.solrlmtc.training.neural.export;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.core.score.LabelScorer;
import org.solrlmtc.core.score.LabelScores;
import org.solrlmtc.core.score.ScoredLabel;
import org.solrlmtc.core.text.TokenSequence;
import org.solrlmtc.core.text.WordTokenizer;
import org.solrlmtc.training.execution.TrainingException;
import org.solrlmtc.training.neural.graph.Precision;
import org.solrlmtc.training.neural.layer.NetworkWeights;

/**
 * Compares what a written bundle computes with the plain reference of its layers, in logits: a
 * wrong graph may still give probabilities near 0 for nearly all labels.
 */
final class ExportCheck {
  private static final List<Integer> PROBE_LENGTHS = List.of(1, 7, 40);

  /**
   * Beyond, the probability of a 32-bit float no longer tells the logit: at 8 its rounding is 2e-4
   * of a logit.
   */
  private static final double LARGEST_LOGIT = 8;

  /** Largest difference of a logit in fp32. Right graphs stay below 1.2e-4, wrong ones reach 7. */
  private static final double FP32_DIFFERENCE = 1e-3;

  /**
   * Quantisation adds noise to all logits. So their root mean square difference counts, relative to
   * the logits' own standard deviation: at most 0.03 over all encoders and heads with random
   * weights, and at least 1.2 with wrong weights. The bound is six times away from both.
   */
  private static final double INT8_RELATIVE_DIFFERENCE = 0.2;

  private final List<String> concepts;
  private final WordTokenizer tokenizer;
  private final Precision precision;

  ExportCheck(List<String> concepts, WordTokenizer tokenizer, Precision precision) {
    this.concepts = concepts;
    this.tokenizer = tokenizer;
    this.precision = precision;
  }

  /**
   * Differences of logits.
   *
   * @param largest of a single logit
   * @param relative root mean square, relative to the standard deviation of the reference's logits
   */
  record Differences(double largest, double relative) {
    /**
     * Compares.
     *
     * @param expected logits
     * @param found probabilities
     */
    static Differences of(double[][] expected, double[][] found) {
      double largest = 0;
      double squares = 0;
      double sum = 0;
      double sumOfSquares = 0;
      int count = 0;
      for (int text = 0; text < expected.length; text++) {
        for (int label = 0; label < expected[text].length; label++) {
          double logit = clamp(expected[text][label]);
          double difference = Math.abs(clamp(logit(found[text][label])) - logit);
          // a NaN must not be lost
          largest = difference > largest || Double.isNaN(difference) ? difference : largest;
          squares += difference * difference;
          sum += logit;
          sumOfSquares += logit * logit;
          count++;
        }
      }
      double variance = sumOfSquares / count - (sum / count) * (sum / count);
      // logits that are all the same have no deviation: differences count as they are
      double unit = variance > 1e-6 ? variance : 1;
      return new Differences(largest, Math.sqrt(squares / count / unit));
    }

    private static double logit(double probability) {
      return Math.log(probability / (1 - probability));
    }

    private static double clamp(double logit) {
      return Math.max(-LARGEST_LOGIT, Math.min(LARGEST_LOGIT, logit));
    }

    /** Whether a network of this precision computes what its weights say. */
    boolean isClose(Precision precision) {
      return precision == Precision.FP32
          ? largest <= FP32_DIFFERENCE
          : relative <= INT8_RELATIVE_DIFFERENCE;
    }
  }

  /**
   * Scores texts through the bundle.
   *
   * @param file of the network, for the message
   * @throws TrainingException when the network computes something else than its weights say
   */
  void check(NetworkWeights weights, LabelScorer scorer, Path file) {
    List<LegalAct> probes =
        probes().stream().filter(act -> tokenizer.tokenize(act).length() > 0).toList();
    List<LabelScores> scores = scorer.score(probes);
    double[][] expected = new double[probes.size()][];
    double[][] found = new double[probes.size()][];
    for (int i = 0; i < probes.size(); i++) {
      TokenSequence tokens = tokenizer.tokenize(probes.get(i));
      expected[i] = weights.reference(tokens.ids(), tokens.sectionLengths());
      found[i] = inOrder(scores.get(i));
    }
    Differences differences = Differences.of(expected, found);
    if (!probes.isEmpty() && !differences.isClose(precision)) {
      throw new TrainingException(
          file
              + " gives logits that differ from the trained network's by up to "
              + differences.largest
              + ": the ONNX export of one of its layers does not compute what the layer does");
    }
  }

  private List<LegalAct> probes() {
    Random random = new Random(1);
    List<String> words = tokenizer.vocabulary().words();
    return PROBE_LENGTHS.stream()
        .map(
            length ->
                LegalAct.ofText(
                    "probe",
                    IntStream.range(0, length)
                        .mapToObj(i -> words.get(random.nextInt(words.size())))
                        .collect(Collectors.joining(" "))))
        .toList();
  }

  /** The probabilities in the order of the network's outputs. */
  private double[] inOrder(LabelScores scores) {
    Map<String, Float> found =
        scores.top(concepts.size()).stream()
            .collect(Collectors.toMap(ScoredLabel::id, ScoredLabel::score));
    return concepts.stream().mapToDouble(id -> found.getOrDefault(id, 0f)).toArray();
  }
}

package org.solrlmtc.training.neural.export;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.core.score.LabelScorer;
import org.solrlmtc.core.score.LabelScores;
import org.solrlmtc.core.score.ScoredLabel;
import org.solrlmtc.core.text.TokenSequence;
import org.solrlmtc.core.text.Tokenizer;
import org.solrlmtc.training.execution.TrainingException;
import org.solrlmtc.training.neural.graph.Precision;
import org.solrlmtc.training.neural.layer.NetworkWeights;

/**
 * Compares the output of a written bundle with the reference computation of its layers. Logits are
 * compared, because even a wrong graph has probabilities near 0 for nearly all labels.
 */
final class ExportCheck {
  private static final List<Integer> PROBE_LENGTHS = List.of(1, 7, 40);
  private static final int MAX_DRAWS = 20;

  /** Larger logits cannot be recovered from fp32 probabilities: at 8 the rounding error is 2e-4. */
  private static final double MAX_LOGIT = 8;

  /**
   * Maximum difference of a logit in fp32. It is below 1.2e-4 in correct graphs and up to 7 in
   * wrong ones.
   */
  private static final double FP32_DIFFERENCE = 1e-3;

  /**
   * Quantisation adds noise to all logits. So the bound is on the root mean square difference,
   * relative to the standard deviation of the logits: it is at most 0.03 over all encoders and
   * heads with random weights, and at least 1.2 with wrong weights. The bound is a factor of six
   * from both.
   */
  private static final double INT8_RELATIVE_DIFFERENCE = 0.2;

  private final List<String> concepts;
  private final Tokenizer tokenizer;
  private final Precision precision;

  ExportCheck(List<String> concepts, Tokenizer tokenizer, Precision precision) {
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
          // keep NaN
          largest = difference > largest || Double.isNaN(difference) ? difference : largest;
          squares += difference * difference;
          sum += logit;
          sumOfSquares += logit * logit;
          count++;
        }
      }
      double variance = sumOfSquares / count - (sum / count) * (sum / count);
      // equal logits have no deviation: differences are absolute
      double unit = variance > 1e-6 ? variance : 1;
      return new Differences(largest, Math.sqrt(squares / count / unit));
    }

    private static double logit(double probability) {
      return Math.log(probability / (1 - probability));
    }

    private static double clamp(double logit) {
      return Math.max(-MAX_LOGIT, Math.min(MAX_LOGIT, logit));
    }

    /** Whether a network of this precision agrees with its weights. */
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
   * @throws TrainingException when the network does not agree with its weights
   */
  void check(NetworkWeights weights, LabelScorer scorer, Path file) {
    List<LegalAct> probes = probes();
    if (probes.isEmpty()) {
      throw new TrainingException(
          file
              + " cannot be checked: no text of its vocabulary has a token in the zones that the"
              + " tokenizer '"
              + tokenizer.type()
              + "' reads");
    }
    List<LabelScores> scores = scorer.score(probes);
    double[][] expected = new double[probes.size()][];
    double[][] found = new double[probes.size()][];
    for (int i = 0; i < probes.size(); i++) {
      TokenSequence tokens = tokenizer.tokenize(probes.get(i));
      expected[i] = weights.reference(tokens.ids(), tokens.sectionLengths());
      found[i] = inOrder(scores.get(i));
    }
    Differences differences = Differences.of(expected, found);
    if (!differences.isClose(precision)) {
      throw new TrainingException(
          file
              + " has logits that differ from those of the trained network by up to "
              + differences.largest
              + ": the ONNX export of one of its layers does not compute what the layer does");
    }
  }

  private List<LegalAct> probes() {
    Random random = new Random(1);
    return PROBE_LENGTHS.stream()
        .map(
            length ->
                IntStream.range(0, length)
                    .mapToObj(i -> randomToken(random))
                    .flatMapToInt(Arrays::stream)
                    .toArray())
        .map(tokenizer::decode)
        .flatMap(text -> Stream.of(LegalAct.ofText("probe", text), inAllZones(text)))
        .filter(act -> tokenizer.tokenize(act).length() > 0)
        .toList();
  }

  /** The ids of a random token; of one that has a text, if one is found. */
  private int[] randomToken(Random random) {
    int[] ids = new int[tokenizer.idsPerToken()];
    for (int tries = 0; tries < MAX_DRAWS; tries++) {
      Arrays.setAll(ids, i -> random.nextInt(tokenizer.vocabularySize()));
      if (!tokenizer.decode(ids).isBlank()) {
        break;
      }
    }
    return ids;
  }

  /** A network may read other zones than the one that a plain text is in. */
  private static LegalAct inAllZones(String text) {
    return new LegalAct("probe", "", "", text, text, List.of(text, text), text);
  }

  /** The probabilities in the order of the network's outputs. */
  private double[] inOrder(LabelScores scores) {
    Map<String, Float> found =
        scores.top(concepts.size()).stream()
            .collect(Collectors.toMap(ScoredLabel::id, ScoredLabel::score));
    return concepts.stream().mapToDouble(id -> found.getOrDefault(id, 0f)).toArray();
  }
}

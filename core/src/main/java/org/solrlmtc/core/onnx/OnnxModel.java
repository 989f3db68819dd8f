package org.solrlmtc.core.onnx;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.solrlmtc.core.bundle.BundleException;
import org.solrlmtc.core.bundle.BundleWriter;
import org.solrlmtc.core.bundle.ModelBundle;
import org.solrlmtc.core.bundle.ScorerProvider;
import org.solrlmtc.core.bundle.Settings;
import org.solrlmtc.core.text.TextPipeline;
import org.solrlmtc.core.text.TokenSettings;
import org.solrlmtc.core.text.WordList;

/**
 * Opens the bundles of networks. Such a bundle has the network, the words it knows and the concepts
 * its outputs stand for; its settings are {@link TokenSettings}.
 */
public final class OnnxModel implements ScorerProvider {
  public static final String METHOD = "onnx";
  public static final String MODEL = "model.onnx";
  public static final String WORDS = "words.txt";
  public static final String OUTPUTS = "outputs.txt";

  /** Input: word ids, int64 {@code [batch, length]}. */
  public static final String TOKENS = "tokens";

  /** Input: the number of words of each text, int32 {@code [batch]}. */
  public static final String LENGTHS = "lengths";

  /**
   * Input of networks that can score some labels only: columns, int64 {@code [batch, candidates]};
   * no candidates ({@code [batch, 0]}) means all columns.
   */
  public static final String CANDIDATES = "candidates";

  /** Output: float {@code [batch, columns]}. */
  public static final String PROBABILITIES = "probabilities";

  /**
   * Output of networks that take candidates: what each token adds to the log-odds of each
   * candidate, float {@code [batch, candidates, tokens]}.
   */
  public static final String EVIDENCE = "evidence";

  /** Metadata: how many neighbouring words one token of the {@link #EVIDENCE} stands for. */
  public static final String WORDS_PER_TOKEN = "words.per.token";

  /** Metadata: the digest of the concepts that the columns stand for. */
  private static final String OUTPUTS_DIGEST = "outputs.sha256";

  @Override
  public String method() {
    return METHOD;
  }

  @Override
  public OnnxScorer open(ModelBundle bundle) {
    return open(bundle, OnnxOptions.ofThisProcess());
  }

  /** Opens a bundle in another way than this process was started for. */
  public OnnxScorer open(ModelBundle bundle, OnnxOptions options) {
    return TimedOpening.within(
        options.openSeconds(), bundle.file(MODEL), () -> openUntimed(bundle, options));
  }

  private static OnnxScorer openUntimed(ModelBundle bundle, OnnxOptions options) {
    TokenSettings tokens = tokenSettings(bundle);
    WordList words = WordList.read(bundle.file(WORDS));
    List<String> concepts = readOutputs(bundle);
    int[] labels = OutputsFile.labels(concepts, bundle);
    Path file = bundle.file(MODEL);
    OnnxSession session = OnnxSession.open(file, options);
    try {
      if (!OutputsFile.digest(concepts).equals(session.metadata().get(OUTPUTS_DIGEST))) {
        throw new BundleException(
            file
                + " was not made for the concepts of "
                + bundle.file(OUTPUTS)
                + ": they are of different models; copy the bundle again");
      }
      session.check(labels.length, words.size());
      return new OnnxScorer(
          bundle.labels(),
          labels,
          new TextPipeline(tokens, words),
          session,
          options.batchOn(session.device()));
    } catch (RuntimeException e) {
      session.close();
      throw e;
    }
  }

  /**
   * How a bundle's network reads acts.
   *
   * @throws BundleException naming the setting that is wrong
   */
  public static TokenSettings tokenSettings(ModelBundle bundle) {
    try {
      Settings settings = new Settings(METHOD, bundle.manifest().settings());
      TokenSettings tokens = TokenSettings.read(settings);
      settings.finish();
      return tokens;
    } catch (IllegalArgumentException e) {
      throw new BundleException("bundle '" + bundle.manifest().name() + "': " + e.getMessage(), e);
    }
  }

  /** The concepts that the columns of a bundle's network stand for. */
  public static List<String> readOutputs(ModelBundle bundle) {
    return OutputsFile.read(bundle.file(OUTPUTS));
  }

  /** Puts the concepts that a network's columns stand for into a bundle. */
  public static void writeOutputs(List<String> concepts, BundleWriter bundle) throws IOException {
    OutputsFile.write(concepts, bundle.file(OUTPUTS));
  }

  /** What a network's file must say in its metadata to be taken for these concepts. */
  public static Map<String, String> metadata(List<String> concepts) {
    return Map.of(OUTPUTS_DIGEST, OutputsFile.digest(concepts));
  }
}

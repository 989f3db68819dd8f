package org.solrlmtc.core.onnx;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.solrlmtc.core.bundle.BundleException;
import org.solrlmtc.core.bundle.BundleWriter;
import org.solrlmtc.core.bundle.ModelBundle;
import org.solrlmtc.core.bundle.ScorerProvider;
import org.solrlmtc.core.settings.Settings;
import org.solrlmtc.core.text.Tokenizer;
import org.solrlmtc.core.text.Tokenizers;

/**
 * Opens the bundles of networks. Such a bundle has the network, the files of its tokenizer and the
 * concepts of its output columns. Its settings are the sections {@code tokenizer} and {@code
 * signature}.
 */
public final class OnnxScorerProvider implements ScorerProvider {
  public static final String METHOD = "onnx";
  public static final String MODEL = "model.onnx";
  public static final String OUTPUTS = "outputs.txt";

  /**
   * Optional metadata of the ONNX file: {@link NetworkSignature#tokensPerState}. Must equal the
   * manifest's value.
   */
  public static final String TOKENS_PER_STATE = "words.per.token";

  /** Metadata of the ONNX file: the digest of the concepts of its output columns. */
  private static final String OUTPUTS_DIGEST = "outputs.sha256";

  private static final String TOKENIZER = "tokenizer";
  private static final String SIGNATURE = "signature";

  @Override
  public String method() {
    return METHOD;
  }

  @Override
  public OnnxScorer open(ModelBundle bundle) {
    return open(bundle, OnnxOptions.ofThisProcess());
  }

  /** Opens a bundle with options other than those of this process. */
  public OnnxScorer open(ModelBundle bundle, OnnxOptions options) {
    return TimedOpening.within(
        options.openTimeoutSeconds(), bundle.file(MODEL), () -> openUntimed(bundle, options));
  }

  private static OnnxScorer openUntimed(ModelBundle bundle, OnnxOptions options) {
    NetworkSettings settings = readSettings(bundle);
    List<String> concepts = readOutputs(bundle);
    int[] labels = OutputsFile.labels(concepts, bundle);
    Path file = bundle.file(MODEL);
    OnnxSession session =
        OnnxSession.open(
            new MemoryCheck(
                file,
                settings.signature,
                labelVectors(settings.signature, bundle),
                labels.length,
                settings.tokenizer.maxSequenceLength(),
                settings.tokenizer.maxSections(),
                settings.tokenizer.idsPerToken()),
            options);
    try {
      // with label vectors the network itself is the same for any labels
      if (settings.signature.input(InputSource.LABEL_VECTORS).isEmpty()
          && !OutputsFile.digest(concepts).equals(session.metadata().get(OUTPUTS_DIGEST))) {
        throw new BundleException(
            file
                + " was not made for the concepts of "
                + bundle.file(OUTPUTS)
                + ": they are of different models; copy the bundle again");
      }
      session.check(
          labels.length, settings.tokenizer.vocabularySize(), settings.tokenizer.idsPerToken());
      return new OnnxScorer(
          bundle.labels(),
          labels,
          settings.tokenizer,
          session,
          options.batchSizeOn(session.device()));
    } catch (RuntimeException e) {
      session.close();
      throw e;
    }
  }

  /** The settings of a network bundle. */
  private record NetworkSettings(Tokenizer tokenizer, NetworkSignature signature) {}

  private static NetworkSettings readSettings(ModelBundle bundle) {
    return bundle.readSettings(settings -> readSettings(settings, bundle));
  }

  private static NetworkSettings readSettings(Settings settings, ModelBundle bundle) {
    Settings tokenizer = settings.section(TOKENIZER);
    Settings signature = settings.section(SIGNATURE);
    // unknown settings are refused before the tokenizer's files are read
    settings.finish();
    return new NetworkSettings(
        Tokenizers.open(tokenizer, bundle::file), NetworkSignature.read(signature));
  }

  /**
   * The tokenizer of a bundle's network.
   *
   * @throws BundleException naming the setting that is wrong
   */
  public static Tokenizer tokenizer(ModelBundle bundle) {
    return readSettings(bundle).tokenizer;
  }

  /**
   * The signature of a bundle's network.
   *
   * @throws BundleException naming the setting that is wrong
   */
  public static NetworkSignature signature(ModelBundle bundle) {
    return readSettings(bundle).signature;
  }

  /** The label vectors of a network, if its signature has an input for them. */
  public static Optional<LabelVectors> labelVectors(
      NetworkSignature signature, ModelBundle bundle) {
    return signature
        .input(InputSource.LABEL_VECTORS)
        .map(input -> LabelVectors.read(bundle.file(LabelVectors.FILE)));
  }

  /** The settings of a bundle with this tokenizer and signature, as in manifests. */
  public static Map<String, Object> settings(Tokenizer tokenizer, NetworkSignature signature) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put(TOKENIZER, tokenizer.settings());
    map.put(SIGNATURE, signature.toMap());
    return map;
  }

  /** The concepts of a network's output columns. */
  public static List<String> readOutputs(ModelBundle bundle) {
    return OutputsFile.read(bundle.file(OUTPUTS));
  }

  /** Writes the concepts of a network's output columns into a bundle. */
  public static void writeOutputs(List<String> concepts, BundleWriter bundle) throws IOException {
    OutputsFile.write(concepts, bundle.file(OUTPUTS));
  }

  /** The metadata that an ONNX file needs for these concepts. */
  public static Map<String, String> metadata(List<String> concepts) {
    return Map.of(OUTPUTS_DIGEST, OutputsFile.digest(concepts));
  }
}

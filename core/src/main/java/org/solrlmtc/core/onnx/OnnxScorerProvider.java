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
 * concepts its outputs stand for. Its settings are the sections {@code tokenizer} and {@code
 * signature}.
 */
public final class OnnxScorerProvider implements ScorerProvider {
  public static final String METHOD = "onnx";
  public static final String MODEL = "model.onnx";
  public static final String OUTPUTS = "outputs.txt";

  /**
   * Metadata that a file may have: {@link NetworkSignature#tokensPerState}. Must then be the same.
   */
  public static final String TOKENS_PER_STATE = "words.per.token";

  /** Metadata: the digest of the concepts that the columns stand for. */
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

  /** Opens a bundle in another way than this process was started for. */
  public OnnxScorer open(ModelBundle bundle, OnnxOptions options) {
    return TimedOpening.within(
        options.openSeconds(), bundle.file(MODEL), () -> openUntimed(bundle, options));
  }

  private static OnnxScorer openUntimed(ModelBundle bundle, OnnxOptions options) {
    Reading reading = reading(bundle);
    List<String> concepts = readOutputs(bundle);
    int[] labels = OutputsFile.labels(concepts, bundle);
    Path file = bundle.file(MODEL);
    OnnxSession session =
        OnnxSession.open(file, reading.signature, labelVectors(reading.signature, bundle), options);
    try {
      if (!OutputsFile.digest(concepts).equals(session.metadata().get(OUTPUTS_DIGEST))) {
        throw new BundleException(
            file
                + " was not made for the concepts of "
                + bundle.file(OUTPUTS)
                + ": they are of different models; copy the bundle again");
      }
      session.check(
          labels.length, reading.tokenizer.vocabularySize(), reading.tokenizer.idsPerToken());
      return new OnnxScorer(
          bundle.labels(), labels, reading.tokenizer, session, options.batchOn(session.device()));
    } catch (RuntimeException e) {
      session.close();
      throw e;
    }
  }

  /** How a network reads acts. */
  private record Reading(Tokenizer tokenizer, NetworkSignature signature) {}

  private static Reading reading(ModelBundle bundle) {
    return bundle.readSettings(settings -> reading(settings, bundle));
  }

  private static Reading reading(Settings settings, ModelBundle bundle) {
    Settings tokenizer = settings.section(TOKENIZER);
    Settings signature = settings.section(SIGNATURE);
    // the other names are refused before the tokenizer's files are read
    settings.finish();
    return new Reading(Tokenizers.open(tokenizer, bundle::file), NetworkSignature.read(signature));
  }

  /**
   * How a bundle's network reads acts.
   *
   * @throws BundleException naming the setting that is wrong
   */
  public static Tokenizer tokenizer(ModelBundle bundle) {
    return reading(bundle).tokenizer;
  }

  /**
   * What a bundle's network reads and gives.
   *
   * @throws BundleException naming the setting that is wrong
   */
  public static NetworkSignature signature(ModelBundle bundle) {
    return reading(bundle).signature;
  }

  /** The vectors that a network reads, when its signature has an input for them. */
  public static Optional<LabelVectors> labelVectors(
      NetworkSignature signature, ModelBundle bundle) {
    return signature
        .input(InputSource.LABEL_VECTORS)
        .map(input -> LabelVectors.read(bundle.file(LabelVectors.FILE)));
  }

  /** The settings of a bundle with this tokenizer and signature, as manifests hold them. */
  public static Map<String, Object> settings(Tokenizer tokenizer, NetworkSignature signature) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put(TOKENIZER, tokenizer.settings());
    map.put(SIGNATURE, signature.toMap());
    return map;
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

package org.solrlmtc.core.linear;

import java.nio.file.Path;
import org.solrlmtc.core.bundle.BundleException;
import org.solrlmtc.core.bundle.ModelBundle;
import org.solrlmtc.core.bundle.ScorerProvider;
import org.solrlmtc.core.settings.Settings;
import org.solrlmtc.core.text.NgramSettings;
import org.solrlmtc.core.text.NgramVocabulary;
import org.solrlmtc.core.text.TextVectorizer;

/** Opens the bundles of one-vs-rest linear models, whatever their training loss. */
public final class LinearScorerProvider implements ScorerProvider {
  public static final String METHOD = "linear";
  public static final String VOCABULARY = "vocabulary.bin";
  public static final String WEIGHTS = "weights.bin";

  @Override
  public String method() {
    return METHOD;
  }

  @Override
  public LinearScorer open(ModelBundle bundle) {
    Linear linear = bundle.readSettings(Linear::read);
    NgramVocabulary vocabulary = NgramVocabulary.read(bundle.file(VOCABULARY));
    WeightIndex weights = WeightIndex.open(bundle.file(WEIGHTS));
    Path file = bundle.file(WEIGHTS);
    checkFeatures(file, weights.features(), vocabulary, bundle);
    for (int column = 0; column < weights.columns(); column++) {
      checkLabel(file, weights.label(column), bundle);
    }
    return new LinearScorer(
        bundle.labels(),
        new TextVectorizer(linear.ngrams, vocabulary),
        weights,
        linear.calibration);
  }

  private record Linear(NgramSettings ngrams, Calibration calibration) {
    static Linear read(Settings settings) {
      return new Linear(NgramSettings.read(settings), Calibration.read(settings));
    }
  }

  /** Weights and vocabulary must have the same features. */
  static void checkFeatures(
      Path file, int features, NgramVocabulary vocabulary, ModelBundle bundle) {
    if (features != vocabulary.size()) {
      throw new BundleException(
          file
              + " has "
              + features
              + " features, but "
              + bundle.file(VOCABULARY)
              + " has "
              + vocabulary.size()
              + ": they are of different models; copy the bundle again");
    }
  }

  /** Weights must belong to labels of the bundle. */
  static void checkLabel(Path file, int label, ModelBundle bundle) {
    if (label < 0 || label >= bundle.labels().size()) {
      throw new BundleException(
          file
              + " has weights for label number "
              + label
              + ", which "
              + bundle.file(ModelBundle.LABELS)
              + " does not have: copy the bundle again");
    }
  }
}

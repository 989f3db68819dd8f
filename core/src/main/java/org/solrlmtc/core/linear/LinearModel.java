package org.solrlmtc.core.linear;

import org.solrlmtc.core.bundle.BundleException;
import org.solrlmtc.core.bundle.ModelBundle;
import org.solrlmtc.core.bundle.ScorerProvider;
import org.solrlmtc.core.bundle.Settings;
import org.solrlmtc.core.score.LabelSet;
import org.solrlmtc.core.text.NgramSettings;
import org.solrlmtc.core.text.TextVectorizer;
import org.solrlmtc.core.text.Vocabulary;

/** Opens the bundles of linear models, whatever loss they were trained with. */
public final class LinearModel implements ScorerProvider {
  public static final String METHOD = "linear";
  public static final String VOCABULARY = "vocabulary.bin";
  public static final String WEIGHTS = "weights.bin";

  @Override
  public String method() {
    return METHOD;
  }

  @Override
  public LinearScorer open(ModelBundle bundle) {
    NgramSettings ngrams;
    Calibration calibration;
    try {
      Settings settings = new Settings(METHOD, bundle.manifest().settings());
      ngrams = NgramSettings.read(settings);
      calibration = Calibration.of(settings.numbers("calibration", Calibration.NONE.toList()));
      settings.finish();
    } catch (IllegalArgumentException e) {
      throw new BundleException("bundle '" + bundle.manifest().name() + "': " + e.getMessage(), e);
    }
    Vocabulary vocabulary = Vocabulary.read(bundle.file(VOCABULARY));
    WeightIndex weights = WeightIndex.open(bundle.file(WEIGHTS));
    if (weights.features() != vocabulary.size()) {
      throw new BundleException(
          bundle.file(WEIGHTS)
              + " has "
              + weights.features()
              + " features, but "
              + bundle.file(VOCABULARY)
              + " has "
              + vocabulary.size()
              + ": they are of different models; copy the bundle again");
    }
    checkLabels(weights, bundle);
    return new LinearScorer(
        bundle.labels(), new TextVectorizer(ngrams, vocabulary), weights, calibration);
  }

  private static void checkLabels(WeightIndex weights, ModelBundle bundle) {
    LabelSet labels = bundle.labels();
    for (int column = 0; column < weights.columns(); column++) {
      int label = weights.label(column);
      if (label < 0 || label >= labels.size()) {
        throw new BundleException(
            bundle.file(WEIGHTS)
                + " has weights for label number "
                + label
                + ", which "
                + bundle.file(ModelBundle.LABELS)
                + " does not have: copy the bundle again");
      }
    }
  }
}

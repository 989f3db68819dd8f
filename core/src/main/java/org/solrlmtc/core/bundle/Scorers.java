package org.solrlmtc.core.bundle;

import org.solrlmtc.core.score.LabelScorer;
import org.solrlmtc.core.settings.Registry;

/** Opens bundles of any method. */
public final class Scorers {
  private static final Registry<ScorerProvider> METHODS =
      new Registry<>("method", ScorerProvider.class, ScorerProvider::method);

  private Scorers() {}

  /**
   * Opens the scorer that a bundle's method asks for.
   *
   * @throws BundleException when no scorer for the method is on the class path, naming those that
   *     are; or when another bundle took this one's place meanwhile
   */
  public static LabelScorer open(ModelBundle bundle) {
    ScorerProvider provider;
    try {
      provider = METHODS.find(bundle.manifest().method());
    } catch (IllegalArgumentException e) {
      throw new BundleException(
          "bundle '" + bundle.manifest().name() + "' needs the " + e.getMessage(), e);
    }
    return open(bundle, provider);
  }

  private static LabelScorer open(ModelBundle bundle, ScorerProvider provider) {
    LabelScorer scorer;
    try {
      scorer = provider.open(bundle);
    } catch (BundleException e) {
      // files of two bundles do not fit together, and neither is damaged
      bundle.checkNotReplaced();
      throw e;
    }
    try {
      bundle.checkNotReplaced();
      return scorer;
    } catch (BundleException e) {
      scorer.close();
      throw e;
    }
  }
}

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
   * @throws BundleException if no scorer for the method is on the class path, naming the known
   *     methods; or if the bundle was replaced meanwhile
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
      // the files may be of two bundles, neither of them damaged
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

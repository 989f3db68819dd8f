package org.solrlmtc.core.bundle;

import java.nio.file.Path;
import java.util.BitSet;
import java.util.function.Supplier;
import org.solrlmtc.core.score.LabelScorer;
import org.solrlmtc.core.settings.Registry;

/** Opens bundles of any method. */
public final class Scorers {
  private static final Registry<ScorerProvider> METHODS =
      new Registry<>("method", ScorerProvider.class, ScorerProvider::method);

  /** Writers replace a bundle in moments, by renaming folders. */
  private static final int ATTEMPTS = 10;

  private static final int PAUSE_MS = 100;

  private Scorers() {}

  /** An open bundle and its scorer, which the caller closes. */
  public record Opened(ModelBundle bundle, LabelScorer scorer) {}

  /**
   * Opens a bundle by name, and its scorer. If the bundle is replaced meanwhile, the new one.
   *
   * @throws BundleException naming what is wrong with the bundle
   */
  public static Opened open(Path modelsFolder, String name) {
    return open(() -> ModelBundle.open(modelsFolder, name));
  }

  static Opened open(Supplier<ModelBundle> source) {
    for (int attempt = 1; ; attempt++) {
      try {
        ModelBundle bundle = source.get();
        return new Opened(bundle, open(bundle));
      } catch (ReplacedBundleException e) {
        if (attempt == ATTEMPTS) {
          throw e;
        }
        pause(e);
      }
    }
  }

  /** Members keep removed labels: a combiner was trained with their scores. */
  private static LabelScorer withoutRemoved(ModelBundle bundle, LabelScorer scorer) {
    BitSet assigned = bundle.labels().assigned();
    return bundle.isMember() || assigned.cardinality() == bundle.labels().size()
        ? scorer
        : new AssignedLabels(scorer, assigned);
  }

  private static void pause(ReplacedBundleException failure) {
    try {
      Thread.sleep(PAUSE_MS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw failure;
    }
  }

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
      return withoutRemoved(bundle, scorer);
    } catch (BundleException e) {
      scorer.close();
      throw e;
    }
  }
}

package org.solrlmtc.core.bundle;

import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeMap;
import org.solrlmtc.core.score.LabelScorer;

/** Opens bundles of any method. */
public final class Scorers {
  private Scorers() {}

  /**
   * Opens the scorer that a bundle's method asks for.
   *
   * @throws BundleException when no scorer for the method is on the class path, naming those that
   *     are; or when another bundle took this one's place meanwhile
   */
  public static LabelScorer open(ModelBundle bundle) {
    // inside Solr the context class loader does not see the plugin's jars
    Map<String, ScorerProvider> providers = new TreeMap<>();
    ServiceLoader.load(ScorerProvider.class, Scorers.class.getClassLoader())
        .forEach(provider -> providers.put(provider.method(), provider));
    String method = bundle.manifest().method();
    ScorerProvider provider = providers.get(method);
    if (provider == null) {
      throw new BundleException(
          "bundle '"
              + bundle.manifest().name()
              + "' needs the unknown method '"
              + method
              + "'; known methods: "
              + String.join(", ", providers.keySet()));
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

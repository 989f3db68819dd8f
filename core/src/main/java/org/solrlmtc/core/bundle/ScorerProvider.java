package org.solrlmtc.core.bundle;

import org.solrlmtc.core.score.LabelScorer;

/**
 * Opens the bundles of one method. Found by {@link java.util.ServiceLoader}, so that a method can
 * be added without a change to this module.
 */
public interface ScorerProvider {

  /** The method's name in manifests. */
  String method();

  /**
   * Opens a checked bundle of this method.
   *
   * @throws BundleException when the method's own settings or files are wrong
   */
  LabelScorer open(ModelBundle bundle);
}

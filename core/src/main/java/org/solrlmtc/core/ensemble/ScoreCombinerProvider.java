package org.solrlmtc.core.ensemble;

import org.solrlmtc.core.settings.Settings;

/**
 * Opens the combiners of one type. Found by {@link java.util.ServiceLoader}, so that a type can be
 * added without a change to this module.
 */
public interface ScoreCombinerProvider {

  /** The type in manifests. */
  String type();

  /**
   * Opens a combiner.
   *
   * @param settings its own settings; unknown ones are refused by the caller
   * @throws IllegalArgumentException naming the setting that is wrong
   * @throws org.solrlmtc.core.bundle.BundleException naming the file that is wrong
   */
  ScoreCombiner open(Settings settings, CombinerContext context);
}

package org.solrlmtc.training;

import java.io.IOException;
import java.util.Map;
import org.solrlmtc.core.bundle.BundleWriter;

/** Makes the models of one method. Found by {@link java.util.ServiceLoader}. */
public interface Trainer {

  /** The method's name in recipes and manifests. */
  String method();

  /**
   * Refuses a recipe with wrong settings, before the data are read.
   *
   * @throws TrainingException naming the setting that is wrong
   */
  default void check(Recipe recipe) {}

  /**
   * Learns from the data and puts the method's files into the bundle.
   *
   * @return the settings for the manifest, complete
   * @throws TrainingException naming the setting or file that is wrong
   */
  Map<String, Object> train(TrainingTask task, BundleWriter bundle) throws IOException;
}

package org.solrlmtc.training;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.solrlmtc.core.bundle.BundleWriter;
import org.solrlmtc.core.bundle.ModelBundle;
import org.solrlmtc.training.execution.TrainingException;
import org.solrlmtc.training.recipe.Recipe;

/** Trains the models of one method. Found by {@link java.util.ServiceLoader}. */
public interface Trainer {

  /** The method's name in recipes and manifests. */
  String method();

  /**
   * Refuses a recipe with unknown or wrong settings. It is called before any data is read.
   *
   * @throws TrainingException naming the recipe and the setting that is wrong
   */
  void check(Recipe recipe);

  /**
   * The bundles that the training needs: paths, or names of folders beside the new bundle.
   *
   * @throws TrainingException naming the recipe and the setting that is wrong
   */
  default List<String> requiredBundles(Recipe recipe) {
    return List.of();
  }

  /**
   * Trains on the data and puts the method's files into the bundle.
   *
   * @throws TrainingException naming the setting or file that is wrong
   */
  TrainedModel train(TrainingTask task, BundleWriter bundle) throws IOException;

  /**
   * Writes the files of a trained model again with settings that can change without training, such
   * as a network's precision.
   *
   * @param from the trained model
   * @param changes new values by setting, at least one
   * @param bundle has copies of the model's files, which may be overwritten
   * @return the settings for the manifest, complete
   * @throws TrainingException naming the setting that cannot be changed
   */
  default Map<String, Object> convert(
      ModelBundle from, Map<String, Object> changes, BundleWriter bundle) throws IOException {
    throw new TrainingException(
        "bundle '"
            + from.manifest().name()
            + "' has the method '"
            + method()
            + "': its setting '"
            + changes.keySet().iterator().next()
            + "' cannot be changed without training");
  }
}

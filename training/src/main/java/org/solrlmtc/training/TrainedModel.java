package org.solrlmtc.training;

import java.util.Map;
import java.util.Optional;
import org.solrlmtc.training.tune.CrossFitted;

/**
 * The result of a trainer.
 *
 * @param settings the settings for the manifest, complete
 * @param dev scores of the development acts by models that did not see them; empty if the model did
 *     not see the development acts, so that it can score them itself
 */
public record TrainedModel(Map<String, Object> settings, Optional<CrossFitted> dev) {
  /** A model that was not trained on the development acts. */
  public static TrainedModel of(Map<String, Object> settings) {
    return new TrainedModel(settings, Optional.empty());
  }
}

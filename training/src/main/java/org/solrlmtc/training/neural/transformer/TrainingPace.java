package org.solrlmtc.training.neural.transformer;

import java.util.Map;
import org.solrlmtc.core.settings.SettingChecks;
import org.solrlmtc.core.settings.Settings;
import org.solrlmtc.training.neural.tensor.ParameterGroup;

/**
 * How fast the layers are trained, and from when on: lower layers are more general, and change
 * less.
 *
 * @param learningRateFactor factor of the learning rate for the highest layer
 * @param layerDecay factor of each layer compared with the one above it (layer-wise decay)
 * @param unfreezeEpochs epochs between the starts of neighbouring layers, the highest one first
 *     (gradual unfreezing); 0: all start at once
 */
record TrainingPace(double learningRateFactor, double layerDecay, double unfreezeEpochs) {
  static final TrainingPace STANDARD = new TrainingPace(1, 1, 0);

  TrainingPace {
    SettingChecks.positive("learningRateFactor", learningRateFactor);
    SettingChecks.ratio("encoder", "layerDecay", layerDecay);
    if (!(unfreezeEpochs >= 0 && Double.isFinite(unfreezeEpochs))) {
      throw new IllegalArgumentException(
          "the setting 'unfreezeEpochs' of 'encoder' must be at least 0, not " + unfreezeEpochs);
    }
  }

  static TrainingPace read(Settings section) {
    return new TrainingPace(
        section.number("learningRateFactor", 1),
        section.number("layerDecay", 1),
        section.number("unfreezeEpochs", 0));
  }

  void describe(Map<String, Object> settings) {
    settings.put("learningRateFactor", learningRateFactor);
    settings.put("layerDecay", layerDecay);
    settings.put("unfreezeEpochs", unfreezeEpochs);
  }

  /** The group of a layer, counted from the lowest one. */
  ParameterGroup group(int layer, int layers) {
    int below = layers - 1 - layer;
    return new ParameterGroup(
        learningRateFactor * StrictMath.pow(layerDecay, below), unfreezeEpochs * (below + 1));
  }
}

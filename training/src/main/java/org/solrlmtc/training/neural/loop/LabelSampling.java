package org.solrlmtc.training.neural.loop;

import org.solrlmtc.core.settings.SettingChecks;
import org.solrlmtc.core.settings.Settings;

/**
 * The section {@code labels} of a recipe: negative sampling of labels.
 *
 * @param negativeSamples expected number of sampled labels beside the gold ones; 0 to train on all
 *     labels
 * @param minSamplingProbability lower bound of a label's sampling probability
 * @param finalFullEpochs number of last epochs that train on all labels
 */
public record LabelSampling(
    int negativeSamples, double minSamplingProbability, int finalFullEpochs) {
  public static LabelSampling read(Settings section) {
    LabelSampling read =
        new LabelSampling(
            SettingChecks.atLeast("negativeSamples", section.integer("negativeSamples", 0), 0),
            SettingChecks.ratio(
                "labels", "minSamplingProbability", section.number("minSamplingProbability", 0.02)),
            SettingChecks.atLeast("finalFullEpochs", section.integer("finalFullEpochs", 0), 0));
    section.finish();
    if (read.negativeSamples == 0 && read.finalFullEpochs > 0) {
      throw new IllegalArgumentException(
          "the settings 'negativeSamples' and 'finalFullEpochs' of 'labels' contradict each other:"
              + " with negativeSamples 0 every epoch trains on all labels; leave finalFullEpochs"
              + " out");
    }
    return read;
  }
}

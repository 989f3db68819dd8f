package org.solrlmtc.training.neural.loop;

import org.solrlmtc.core.settings.Settings;
import org.solrlmtc.training.neural.setting.SettingChecks;

/**
 * Which labels a batch is trained on.
 *
 * @param sampled expected number of sampled labels beside the gold ones; 0 to train on all labels
 * @param leastChance lower bound of a label's sampling probability
 * @param allForLast number of last epochs that train on all labels
 */
public record LabelSampling(int sampled, double leastChance, int allForLast) {
  public static LabelSampling read(Settings section) {
    LabelSampling read =
        new LabelSampling(
            SettingChecks.atLeast("sampled", section.integer("sampled", 0), 0),
            SettingChecks.share("labels", "leastChance", section.number("leastChance", 0.02)),
            SettingChecks.atLeast("allForLast", section.integer("allForLast", 0), 0));
    section.finish();
    if (read.sampled == 0 && read.allForLast > 0) {
      throw new IllegalArgumentException(
          "the settings 'sampled' and 'allForLast' of 'labels' contradict each other: with"
              + " sampled 0 every epoch trains on all labels; leave allForLast out");
    }
    return read;
  }
}

package org.solrlmtc.training.neural.loop;

import org.solrlmtc.core.settings.Settings;
import org.solrlmtc.training.neural.setting.SettingChecks;

/**
 * The optimiser.
 *
 * @param rate learning rate
 * @param clip gradient clipping by value
 * @param batch batch size
 * @param accumulate gradient accumulation: batches per step
 */
public record OptimiserSettings(double rate, double clip, int batch, int accumulate) {
  public static OptimiserSettings read(Settings section) {
    OptimiserSettings read =
        new OptimiserSettings(
            section.number("rate", 1e-3),
            section.number("clip", 5),
            SettingChecks.atLeast("batch", section.integer("batch", 16), 1),
            SettingChecks.atLeast("accumulate", section.integer("accumulate", 1), 1));
    section.finish();
    SettingChecks.positive("rate", read.rate);
    SettingChecks.positive("clip", read.clip);
    return read;
  }
}

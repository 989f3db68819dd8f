package org.solrlmtc.training.neural.loop;

import org.solrlmtc.core.settings.SettingChecks;
import org.solrlmtc.core.settings.Settings;

/**
 * The section {@code optimiser} of a recipe.
 *
 * @param learningRate learning rate
 * @param gradientClip gradient clipping by value
 * @param weightDecay decoupled weight decay of matrices, relative to the learning rate (AdamW)
 * @param batchSize batch size
 * @param accumulationSteps gradient accumulation: batches per step
 */
public record OptimiserSettings(
    double learningRate,
    double gradientClip,
    double weightDecay,
    int batchSize,
    int accumulationSteps) {
  public static OptimiserSettings read(Settings section) {
    OptimiserSettings read =
        new OptimiserSettings(
            section.number("learningRate", 1e-3),
            section.number("gradientClip", 5),
            section.number("weightDecay", 0),
            SettingChecks.atLeast("batchSize", section.integer("batchSize", 16), 1),
            SettingChecks.atLeast("accumulationSteps", section.integer("accumulationSteps", 1), 1));
    section.finish();
    SettingChecks.positive("learningRate", read.learningRate);
    SettingChecks.positive("gradientClip", read.gradientClip);
    SettingChecks.rate("optimiser", "weightDecay", read.weightDecay);
    return read;
  }
}
